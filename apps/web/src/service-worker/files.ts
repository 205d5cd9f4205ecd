/** A file of the build; `revision` is null where the name has a content hash. */
export type PrecacheEntry = { url: string; revision: string | null } | string;

export const cacheNames = { files: 'parley-files', page: 'parley-page' } as const;

/**
 * Fetches missing files. Names under /assets/ have a content hash; the few others are fetched again with each version.
 */
export async function fillCache(entries: readonly PrecacheEntry[]): Promise<void> {
  const cache = await caches.open(cacheNames.files);
  const missing: Request[] = [];
  for (const entry of entries) {
    const { url, revision } = typeof entry === 'string' ? { url: entry, revision: null } : entry;
    const path = new URL(url, location.origin).href;
    if (revision === null && (await cache.match(path)) !== undefined) continue;
    missing.push(new Request(path, { cache: revision === null ? 'default' : 'reload' }));
  }
  await cache.addAll(missing);
}

/** Deletes files that do not belong to this version. */
export async function dropOldFiles(entries: readonly PrecacheEntry[]): Promise<void> {
  const keep = new Set(
    entries.map((entry) => new URL(typeof entry === 'string' ? entry : entry.url, location.origin).href),
  );
  const cache = await caches.open(cacheNames.files);
  for (const request of await cache.keys()) if (!keep.has(request.url)) await cache.delete(request);
}
