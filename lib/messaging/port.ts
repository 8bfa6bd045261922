/** As much of an extension port as both ends need; tests link two of them without a browser. */
export interface Port {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onDisconnect(listener: () => void): void;
  disconnect(): void;
}
