/** A text among the arguments of a call; undefined if there is none by this name. */
export function textIn(input: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
