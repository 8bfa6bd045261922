/** Asked for while it is under way, it is done once more afterwards: what it found may be old. */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  const begin = () => {
    current = work().finally(() => (current = undefined));
    return current;
  };
  return () => {
    if (!current) return begin();
    following ??= current.then(() => {
      following = undefined;
      return begin();
    });
    return following;
  };
}
