import { AppError } from '../shared/app-error';
import { z } from '../shared/zod';
import type { Tool } from './tool';

const declarationSchema = z.object({
  name: z.string().trim().min(1),
  description: z.string().trim().min(1),
  schema: z.record(z.string(), z.unknown()),
});

/** Tools by name. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  register(tool: Tool): void {
    if (!declarationSchema.safeParse(tool).success) {
      throw new AppError('tool-invalid', 'A tool needs a name, a description and a schema.');
    }
    if (this.#tools.has(tool.name)) {
      throw new AppError('tool-duplicate', `Tool '${tool.name}' is already registered`);
    }
    this.#tools.set(tool.name, tool);
  }

  /** False when there was none. */
  unregister(name: string): boolean {
    return this.#tools.delete(name);
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  has(name: string): boolean {
    return this.#tools.has(name);
  }

  require(name: string): Tool {
    const tool = this.#tools.get(name);
    if (!tool) throw new AppError('tool-unknown', `Tool '${name}' not found in registry`);
    return tool;
  }

  /** In the order of registration. */
  all(): Tool[] {
    return [...this.#tools.values()];
  }
}
