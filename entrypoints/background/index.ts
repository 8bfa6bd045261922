import { defineBackground } from 'wxt/utils/define-background';

export default defineBackground(() => {
  // Wired up in a later step.
});
