export type ToolChoice = ({ kind: 'auto' | 'any' | 'none' } | { kind: 'tool'; name: string }) & {
  disableParallel?: boolean | undefined;
};
