/** What happened in this process since its start, for `/metrics`; a sum over processes is the reader's. */
const counts = new Map<string, number>();

export function countEvent(event: string): void {
  counts.set(event, (counts.get(event) ?? 0) + 1);
}

export function eventCounts(): ReadonlyMap<string, number> {
  return counts;
}
