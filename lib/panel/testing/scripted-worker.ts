import { linkedPorts } from '../../messaging/linked-ports';
import {
  panelRequestSchema,
  type PanelCommand,
  type PanelEvent,
  type PanelRequest,
} from '../../messaging/panel-protocol';
import type { Port } from '../../messaging/port';
import { AppError, reportOf } from '../../shared/app-error';

type CommandType = PanelCommand['type'];
type Script = (command: PanelCommand) => unknown;

/** The worker's end of the port in tests: answers by script, remembers what it was asked. */
export class ScriptedWorker {
  readonly requests: PanelRequest[] = [];
  connections = 0;
  readonly #scripts = new Map<CommandType, Script>();
  #port: Port | undefined;

  readonly connect = (): Port => {
    const [panel, worker] = linkedPorts();
    this.connections += 1;
    this.#port = worker;
    worker.onMessage((message) => this.#receive(panelRequestSchema.parse(message)));
    return panel;
  };

  /** From now on this command is answered with what the script returns, refused if it throws. */
  on(type: CommandType, script: Script): this {
    this.#scripts.set(type, script);
    return this;
  }

  /** Requests of this command stay unanswered. */
  ignore(type: CommandType): this {
    return this.on(type, () => unanswered);
  }

  push(event: PanelEvent): void {
    this.pushRaw(event);
  }

  pushRaw(message: unknown): void {
    this.#port?.post(message);
  }

  /** As when the browser ends the service worker. */
  die(): void {
    const port = this.#port;
    this.#port = undefined;
    port?.disconnect();
  }

  commands(type: CommandType): PanelCommand[] {
    return this.requests.map(({ command }) => command).filter((command) => command.type === type);
  }

  #receive({ requestId, command }: PanelRequest): void {
    this.requests.push({ requestId, command });
    const script = this.#scripts.get(command.type) ?? (() => null);
    try {
      const value = script(command);
      if (value !== unanswered) this.push({ type: 'command-answered', requestId, value });
    } catch (error) {
      this.push({ type: 'command-refused', requestId, error: reportOf(error) });
    }
  }
}

const unanswered = Symbol('unanswered');

export function refuse(message: string): never {
  throw new AppError('refused', message);
}

/** Everything that was sent until now has arrived. */
export function delivered(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
