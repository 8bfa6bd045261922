type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The same without the entries that are undefined: an absent entry and an undefined one differ. */
export function defined<T extends object>(entries: T): Defined<T> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what is undefined is filtered out
  return Object.fromEntries(
    Object.entries(entries).filter(([, value]) => value !== undefined),
  ) as Defined<T>;
}
