import type { Locator, Page } from '@playwright/test';
import { connectModel, expect, type Extension, type Panel } from '../../tests/e2e/fixture';
import type { ProviderServer } from '../../tests/support/provider-server';

export interface Stage {
  extension: Extension;
  provider: ProviderServer;
}

export interface ScreenState {
  /** The name of its pictures. */
  name: string;
  /** Leads to the state and hands over the page that shows it. */
  play: (stage: Stage) => Promise<Page>;
  /** What else the person has told their system. */
  media?: Media;
  /** What has to be in sight, whatever the width. */
  inSight?: (page: Page) => Locator;
}

/** Besides light and dark, which every state is shown in. */
export interface Media {
  contrast?: 'more';
  forcedColors?: 'active';
}

export type ChatStage = Stage & { panel: Panel };

/** A state of the chat, with the provider as its model. */
export function chat(name: string, play: (stage: ChatStage) => Promise<void>): ScreenState {
  return {
    name,
    async play(stage) {
      await connectModel(stage.extension, stage.provider);
      const panel = await openPanel(stage.extension);
      await play({ ...stage, panel });
      return panel.page;
    },
  };
}

export async function openPanel(extension: Extension): Promise<Panel> {
  const panel = await extension.openPanel();
  await expect(panel.composer).toBeEditable();
  return panel;
}
