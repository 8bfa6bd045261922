import type { ToolInfo } from '../messaging/settings';
import type { ConversationTraits, Feature, ModelTraits, Tool } from './tool';

export interface ToolSettings {
  readonly features: Readonly<Record<Feature, boolean>>;
  /** By `switchKey`; a tool without an entry follows its default. */
  readonly switches: Readonly<Record<string, boolean>>;
}

export interface Occasion {
  readonly model: ModelTraits;
  readonly conversation: ConversationTraits;
}

/** The tools that may be offered: switched on, and fit for this model and this conversation. */
export function availableTools(
  tools: readonly Tool[],
  settings: ToolSettings,
  { model, conversation }: Occasion,
): Tool[] {
  if (!model.supportsTools) return [];
  return tools.filter(
    (tool) =>
      isEnabled(tool, settings) &&
      tool.isSupportedByModel(model) &&
      tool.supportsConversation(conversation),
  );
}

/** A feature's tools follow the feature alone; a switch of their own, should one be stored, is void. */
function isEnabled(
  tool: Pick<Tool, 'id' | 'name' | 'feature' | 'defaultEnabled'>,
  { features, switches }: ToolSettings,
): boolean {
  if (tool.feature !== undefined) return features[tool.feature];
  return switches[switchKey(tool)] ?? tool.defaultEnabled;
}

/** Where a tool's switch is stored. Names of tools from elsewhere are not unique, ids are. */
export function switchKey({ id, name }: Pick<Tool, 'id' | 'name'>): string {
  return `tool_enabled_${id.startsWith('builtin:') ? name : id}`;
}

/** Looks a text up in the user's language; empty when there is none. */
export type Translate = (key: string) => string;

/** What a settings page shows: every tool, whether it is on or not. */
export function toolInfos(
  tools: readonly Tool[],
  settings: ToolSettings,
  translate: Translate = () => '',
): ToolInfo[] {
  const byId = new Map<string, Tool>();
  for (const tool of tools) if (!byId.has(tool.id)) byId.set(tool.id, tool);
  return Array.from(byId.values(), (tool) => ({
    id: tool.id,
    name: tool.name,
    title: localized(tool, 'title', translate) || tool.title,
    description: localized(tool, 'description', translate) || tool.description,
    enabled: isEnabled(tool, settings),
    ...(tool.feature === undefined ? {} : { feature: tool.feature }),
  }));
}

/** Only our own tools are translated: the words of others are theirs. */
function localized({ id, name }: Tool, part: string, translate: Translate): string {
  return id.startsWith('builtin:') ? translate(`tool_${name}_${part}`) : '';
}
