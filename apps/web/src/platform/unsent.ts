type UnsentCount = () => Promise<number>;

const counters = new Set<UnsentCount>();

/** Registers a count of what has not left this device; signing out asks before it throws that away. @returns stops it */
export function registerUnsent(count: UnsentCount): () => void {
  counters.add(count);
  return () => void counters.delete(count);
}

/** How many messages would be lost by signing out now; a count that cannot be read counts as none. */
export async function countUnsent(): Promise<number> {
  const counts = await Promise.all([...counters].map((count) => count().catch(() => 0)));
  return counts.reduce((sum, count) => sum + count, 0);
}
