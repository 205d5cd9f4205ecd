import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type ArchiveWriter, createArchiveWriter } from '../backup/archive-writer.ts';
import { executorOn } from '../db/connection.ts';
import { readMigrationFiles } from '../db/migration-files.ts';
import type { TenantTx } from '../db/sql.ts';
import { newId } from '../ids.ts';
import type { ExportedTables, ExtraContents } from './exported-table.ts';
import { type ExportManifest, exportNames, formatNumber } from './format.ts';
import {
  beginExport,
  type Collection,
  copyRowsText,
  countRows,
  exportedColumns,
  findAccountName,
  listCollections,
} from './rows-repo.ts';

export type ArchiveOrder = {
  /** Of the system role, for this export alone. */
  client: pg.Client;
  tables: ExportedTables;
  clientId: string;
  extra: ExtraContents;
  readmeOf(manifest: ExportManifest): string;
  /** The file to write, open and empty. */
  file: FileHandle;
  /** For files that are needed while it is written. */
  folder: string;
  /** Steps that are done, of all: a row is one, a row on a page and a file are as many as take as long. @throws to stop */
  progress(done: number, total: number): Promise<void>;
};

/** Measured beside the copy of a row. */
const stepsOfPageRow = 10;
const stepsOfFile = 200;

export type ArchiveReport = { rows: Record<string, number>; files: number };

/** Writes everything of an account into one archive; memory does not grow with the account. */
export async function writeArchive(order: ArchiveOrder): Promise<ArchiveReport> {
  const spool = spoolIn(order.folder);
  const archive = createArchiveWriter(order.file, undefined);
  try {
    const checked = withChecksums(archive, await spool.open('sums'));
    const report = await write(order, checked, spool);
    const sums = await spool.close('sums');
    await archive.addStream(exportNames.checksums, sums.sizeBytes, createReadStream(sums.path));
    await archive.finish(report.rows);
    return report;
  } catch (error) {
    archive.abort();
    throw error;
  } finally {
    await spool.remove();
  }
}

async function write(order: ArchiveOrder, archive: Archive, spool: Spool): Promise<ArchiveReport> {
  const { client, clientId } = order;
  const fileCollection = order.extra.files.collection;
  await beginExport(client, clientId);
  const statements = executorOn(client);
  const tx: TenantTx = { ...statements, final: statements, clientId };
  const collections = await listCollections(tx, order.tables);
  const manifest = await describe(client, order, collections);
  await archive.add(exportNames.manifest, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  await archive.add(exportNames.readme, Buffer.from(order.readmeOf(manifest)));
  const counts = await countRows(client, clientId, collections);
  const onPages = order.extra.pages.collection;
  const total =
    [...counts.values()].reduce((sum, count) => sum + count, 0) +
    (counts.get(onPages) ?? 0) * stepsOfPageRow +
    (counts.get(fileCollection) ?? 0) * stepsOfFile;
  let done = 0;
  const advance = (steps: number) => {
    // What is counted twice, as a note on a page, must not go beyond the end.
    done = Math.min(done + steps, total);
    return order.progress(done, total);
  };
  const rows: Record<string, number> = {};
  for (const collection of collections) {
    rows[collection.name] = await copyRows(order, collection, await spool.open(collection.name), advance);
    const { path, sizeBytes } = await spool.close(collection.name);
    await archive.addStream(exportNames.rows(collection.name), sizeBytes, createReadStream(path));
    if (collection.name !== fileCollection) await rm(path);
  }
  for (const { name, lines } of order.extra.texts) {
    const text = await spool.open(name);
    for await (const some of lines(tx)) await text.writeFile(some);
    const { path, sizeBytes } = await spool.close(name);
    await archive.addStream(name, sizeBytes, createReadStream(path));
  }
  for await (const page of order.extra.pages.entries(tx)) {
    await archive.add(page.name, page.content);
    await advance(page.rows * stepsOfPageRow);
  }
  await client.query('commit');
  let files = 0;
  for await (const line of createInterface({ input: createReadStream(spool.path(fileCollection)) })) {
    for await (const { name, sizeBytes, content } of order.extra.files.entriesOf(clientId, line)) {
      await archive.addStream(name, sizeBytes, content);
      files++;
    }
    await advance(stepsOfFile);
  }
  return { rows, files };
}

async function describe(
  client: pg.Client,
  { clientId, tables }: ArchiveOrder,
  collections: readonly Collection[],
): Promise<ExportManifest> {
  const name = await findAccountName(client, clientId);
  return {
    product: 'parley',
    kind: 'account',
    format: formatNumber,
    account: { id: clientId, name },
    exported_at: new Date().toISOString(),
    migrations: (await readMigrationFiles()).map(({ name, sha256 }) => ({ name, sha256 })),
    collections: collections.map((collection) => ({
      name: collection.name,
      fields: exportedColumns(collection),
      left_out_fields: Object.keys(collection.rule.without ?? {}),
    })),
    left_out: Object.fromEntries(
      Object.entries(tables).flatMap(([table, rule]) => (typeof rule === 'string' ? [[table, rule]] : [])),
    ),
  };
}

async function copyRows(
  { client, clientId }: ArchiveOrder,
  collection: Collection,
  to: FileHandle,
  advance: (steps: number) => Promise<void>,
): Promise<number> {
  let rows = 0;
  for await (const chunk of client.query(copyTo(copyRowsText(collection, clientId))) as AsyncIterable<Buffer>) {
    const before = rows;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) rows++;
    await to.writeFile(chunk);
    await advance(rows - before);
  }
  return rows;
}

type Archive = Pick<ArchiveWriter, 'add' | 'addStream'>;

/** Lists the SHA-256 of every entry, as `sha256sum` reads it. */
function withChecksums(archive: ArchiveWriter, sums: FileHandle): Archive {
  const note = (name: string, sha256: string) => sums.writeFile(`${sha256}  ${name}\n`);
  return {
    async add(name, content) {
      await archive.add(name, content);
      await note(name, createHash('sha256').update(content).digest('hex'));
    },
    async addStream(name, sizeBytes, source) {
      const hash = createHash('sha256');
      const hashed = async function* () {
        for await (const chunk of source) {
          hash.update(chunk);
          yield chunk;
        }
      };
      await archive.addStream(name, sizeBytes, hashed());
      await note(name, hash.digest('hex'));
    },
  };
}

type Spool = ReturnType<typeof spoolIn>;

/** Files in a folder while an archive is written, because an archive states the length of an entry before it. */
function spoolIn(folder: string) {
  const id = newId();
  const handles = new Map<string, FileHandle>();
  const path = (name: string) => join(folder, `${id}.${name}`);
  return {
    path,
    async open(name: string): Promise<FileHandle> {
      const handle = await open(path(name), 'wx', 0o600);
      handles.set(name, handle);
      return handle;
    },
    async close(name: string): Promise<{ path: string; sizeBytes: number }> {
      await handles.get(name)?.close();
      return { path: path(name), sizeBytes: (await stat(path(name))).size };
    },
    async remove(): Promise<void> {
      for (const [name, handle] of handles) {
        await handle.close();
        await rm(path(name), { force: true });
      }
    },
  };
}
