import AxeBuilder from '@axe-core/playwright';
import { chatStates } from '../../scripts/screens/chat-states';
import { permissionStates } from '../../scripts/screens/permission-states';
import { pageStates } from '../../scripts/screens/page-states';
import { expect, test } from './fixture';

/** Every state of every screen, the same that `npm run screens` takes pictures of. */
test.describe('no accessibility violations, light and dark:', () => {
  for (const { name, play, media = {} } of [...chatStates, ...permissionStates, ...pageStates]) {
    test(name, { tag: '@long' }, async ({ extension, provider }) => {
      const page = await play({ extension, provider });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce', ...media });
        // Forced colours are the system's own, whatever the page asked for.
        const rules = media.forcedColors === undefined ? [] : ['color-contrast'];
        const { violations } = await new AxeBuilder({ page }).disableRules(rules).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
        expect(found, colorScheme).toEqual([]);
      }
    });
  }
});
