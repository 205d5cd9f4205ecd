import pg from 'pg';

/** Connects as the owner of a database, who sees every row. */
export async function connectOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined); // The running query is rejected as well.
  await client.connect();
  return client;
}

/** Waits until a count reaches a number. @throws after a minute without progress */
export async function untilCount(owner: pg.Client, query: string, wanted: number): Promise<void> {
  let last = -1;
  let movedAt = performance.now();
  for (;;) {
    const { rows } = await owner.query<{ n: string }>(query);
    const count = Number(rows[0]?.n ?? 0);
    if (count >= wanted) return;
    if (count !== last) movedAt = performance.now();
    last = count;
    if (performance.now() - movedAt > 60_000) throw new Error(`${query}: still ${count} of ${wanted} after a minute`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
