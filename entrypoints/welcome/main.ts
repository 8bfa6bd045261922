import '../../components/ui/theme.css';
import '../../components/ui/button.css';
import './welcome.css';
import { preparePanelOpener } from '../../lib/browser/open-panel';

const button = document.querySelector<HTMLButtonElement>('#open-panel');
const status = document.querySelector('#open-panel-status');

function say(text: string): void {
  if (status) status.textContent = text;
}

preparePanelOpener()
  .then((openPanel) => {
    if (!button) return;
    button.disabled = false;
    button.addEventListener('click', () => {
      openPanel().then(
        () => say('The panel is open. Write there.'),
        (error: unknown) => {
          console.warn('The panel could not be opened.', error);
          say('That did not work. Click the Tandem button in the toolbar instead.');
        },
      );
    });
  })
  .catch((error: unknown) => {
    console.warn('The panel cannot be opened from here.', error);
    say('Click the Tandem button in the toolbar to open the panel.');
  });
