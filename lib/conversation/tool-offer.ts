import { availableTools, type ToolSettings } from '../tools/availability';
import type { ConversationTraits, ModelTraits, Tool } from '../tools/tool';
import { toolHash } from '../tools/tool-hash';
import { assignWireNames } from '../tools/tool-name';
import type { ToolDeclaration } from './model';
import type { ToolSource } from './tool-source';

export interface OfferedTool {
  readonly tool: Tool;
  readonly wireName: string;
  readonly hash: string;
}

/** The tools of one request, by the names the model knows them by. */
export interface ToolOffer {
  readonly byWireName: ReadonlyMap<string, OfferedTool>;
  readonly byId: ReadonlyMap<string, OfferedTool>;
  readonly declarations: ToolDeclaration[];
}

export interface OfferOptions {
  sources: readonly ToolSource[];
  settings: ToolSettings;
  model: ModelTraits;
  conversation: ConversationTraits;
  /** Wire names that the conversation has used before. */
  reserved: ReadonlyMap<string, string>;
  /** Names of the only tools wanted for this prompt. */
  only?: readonly string[];
  onSourceFailed: (source: ToolSource, error: unknown) => void;
}

export async function collectOffer(options: OfferOptions): Promise<ToolOffer> {
  const tools = availableTools(await allTools(options), options.settings, {
    model: options.model,
    conversation: options.conversation,
  }).filter((tool) => options.only?.includes(tool.name) ?? true);
  const wireNames = assignWireNames(tools, options.reserved);
  const offered = await Promise.all(
    tools.map(async (tool) => ({
      tool,
      wireName: wireNames.get(tool.id) ?? tool.name,
      hash: await toolHash(tool),
    })),
  );
  return {
    byWireName: new Map(offered.map((entry) => [entry.wireName, entry])),
    byId: new Map(offered.map((entry) => [entry.tool.id, entry])),
    declarations: offered.map(({ tool, wireName }) => ({
      name: wireName,
      description: tool.description,
      parameters: tool.schema,
    })),
  };
}

/** One failing source costs its own tools and nobody else's. */
async function allTools({ sources, conversation, onSourceFailed }: OfferOptions): Promise<Tool[]> {
  const lists = await Promise.all(
    sources.map(async (source) => {
      try {
        return await source.tools(conversation.id);
      } catch (error) {
        onSourceFailed(source, error);
        return [];
      }
    }),
  );
  const byId = new Map<string, Tool>();
  for (const tool of lists.flat()) if (!byId.has(tool.id)) byId.set(tool.id, tool);
  return [...byId.values()];
}
