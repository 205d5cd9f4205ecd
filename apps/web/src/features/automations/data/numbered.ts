/** Entries without an id, which are told apart by their place. */
export function numbered<T>(list: readonly T[]): { key: string; at: number; one: T }[] {
  return list.map((one, at) => ({ key: `${at}`, at, one }));
}
