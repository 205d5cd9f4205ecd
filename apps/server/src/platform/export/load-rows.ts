import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { insertRows } from './insert-rows-repo.ts';
import type { Collection } from './rows-repo.ts';

const batchRows = 1_000;
const batchChars = 1_000_000;

/** Inserts the lines of a collection, a batch at a time. @returns the number of rows */
export async function loadRows(
  client: pg.ClientBase,
  collection: Collection,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let rows = 0;
  let batch: string[] = [];
  let chars = 0;
  const flush = async () => {
    if (batch.length > 0) rows += await insertRows(client, collection, batch);
    batch = [];
    chars = 0;
  };
  for await (const line of createInterface({ input: Readable.from(content, { objectMode: false }) })) {
    batch.push(line);
    chars += line.length;
    if (batch.length >= batchRows || chars >= batchChars) await flush();
  }
  await flush();
  return rows;
}
