/**
 * Speaks to a browser over the two pipes of --remote-debugging-pipe. Unlike a debugging port, no
 * other program can connect to them, and the browser ends when they close.
 */
export class DevToolsPipe {
  #toBrowser;
  #lastId = 0;
  #answers = new Map();
  #targets = new Map();
  #watchers = new Set();
  #closed = false;

  /**
   * @param {import('node:stream').Writable} toBrowser
   * @param {import('node:stream').Readable} fromBrowser
   */
  constructor(toBrowser, fromBrowser) {
    this.#toBrowser = toBrowser;
    let received = '';
    fromBrowser.setEncoding('utf8');
    fromBrowser.on('data', (chunk) => {
      received += chunk;
      const messages = received.split('\0');
      received = messages.pop() ?? '';
      for (const message of messages) this.#receive(JSON.parse(message));
    });
    const close = () => this.#close();
    for (const event of ['close', 'error']) {
      fromBrowser.on(event, close);
      toBrowser.on(event, close);
    }
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId] of a target that was attached
   * @returns {Promise<any>}
   */
  send(method, params = {}, sessionId) {
    if (this.#closed) return Promise.reject(new Error('The browser has ended.'));
    const id = ++this.#lastId;
    const answered = new Promise((resolve, reject) => {
      this.#answers.set(id, { resolve, reject, method });
    });
    this.#toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answered;
  }

  /** From here on the browser tells which pages and workers there are. */
  async watchTargets() {
    await this.send('Target.setDiscoverTargets', { discover: true, filter: [{}] });
  }

  /**
   * Resolves as soon as there is such a page or worker; undefined when there is none in time.
   * @param {(target: { type: string, url: string, title: string, targetId: string }) => boolean} wanted
   * @param {number} timeoutMs
   */
  target(wanted, timeoutMs) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => end(undefined), timeoutMs);
      const look = () => {
        const found = [...this.#targets.values()].find(wanted);
        if (found !== undefined || this.#closed) end(found);
      };
      const end = (found) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
    });
  }

  #receive({ id, method, params, result, error }) {
    if (id !== undefined) {
      const answer = this.#answers.get(id);
      this.#answers.delete(id);
      if (error) answer?.reject(new Error(`${answer.method}: ${error.message}`));
      else answer?.resolve(result);
      return;
    }
    if (method === 'Target.targetDestroyed') this.#targets.delete(params.targetId);
    else if (params?.targetInfo) this.#targets.set(params.targetInfo.targetId, params.targetInfo);
    for (const look of this.#watchers) look();
  }

  #close() {
    if (this.#closed) return;
    this.#closed = true;
    for (const { reject } of this.#answers.values()) reject(new Error('The browser has ended.'));
    this.#answers.clear();
    for (const look of this.#watchers) look();
  }
}
