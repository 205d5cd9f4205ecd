import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { copyInText, copyOutText } from './catalog-repo.ts';
import { partBytes, type TableOfBackup } from './manifest.ts';

const newline = 0x0a;

/**
 * Reads a table in parts that end with a row, in PostgreSQL's text form, where a line break always ends a row.
 * @returns the number of rows
 */
export async function copyOut(
  client: pg.Client,
  table: TableOfBackup,
  write: (part: Buffer) => Promise<void>,
): Promise<number> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let rows = 0;
  const stream = client.query(copyTo(copyOutText(table)));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rows += countLines(chunk);
    pending.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < partBytes) continue;
    const cut = chunk.lastIndexOf(newline) + 1;
    if (cut === 0) continue; // One row is longer than a part.
    pending[pending.length - 1] = chunk.subarray(0, cut);
    await write(Buffer.concat(pending));
    const rest = Buffer.from(chunk.subarray(cut));
    pending = [rest];
    pendingBytes = rest.length;
  }
  if (pendingBytes > 0) await write(Buffer.concat(pending));
  return rows;
}

/** Writes one part into its table. @returns the number of rows */
export async function copyIn(client: pg.Client, table: TableOfBackup, part: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  const stream = client.query(copyFrom(copyInText(table)));
  await pipeline(async function* () {
    for await (const chunk of part) {
      rows += countLines(chunk);
      yield chunk;
    }
  }, stream);
  if (!stream.closed) await once(stream, 'close');
  return rows;
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines++;
  return lines;
}
