import { defineBackground } from 'wxt/utils/define-background';
import { startWorker } from './start-worker';

export default defineBackground(() => {
  startWorker();
});
