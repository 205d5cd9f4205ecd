import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { createStorage } from '../features/media/public.ts';
import {
  createFileLoader,
  exportContents,
  exportedTables,
  numberedColumns,
  readmeOf,
} from '../features/settings/public.ts';
import { importTasks, restoreTasks } from '../operations.ts';
import { readArchiveOf, readWhole } from '../platform/backup/archive-reader.ts';
import { parseConfig } from '../platform/config.ts';
import { exportFormat } from '../platform/export/format.ts';
import { importAccount } from '../platform/export/import-account.ts';
import { writeArchive } from '../platform/export/write-archive.ts';
import type { Platform } from '../platform/platform.ts';

/** Writes the export of an account of a test database into a new file, like the job. */
export async function exportInto(platform: Platform, clientId: string, path: string): Promise<void> {
  const client = await platform.db.system.connect('settings', { pipeline: false });
  const file = await open(path, 'wx');
  try {
    const storage = createStorage(platform.config);
    const folder = join(path, '..');
    const what = { clientId, tables: exportedTables, extra: exportContents(storage), readmeOf };
    await writeArchive({ ...what, client, file, folder, progress: async () => undefined });
  } finally {
    await file.close();
    await client.end();
  }
}

/** Imports like the operator's command. */
export function importInto(
  file: string,
  target: { dataDir: string; databaseUrl: string; secretKey: string },
  password = '',
) {
  const env = {
    EXPORT_PASSWORD: password,
    DATA_DIR: target.dataDir,
    DATABASE_URL: target.databaseUrl,
    SECRET_KEY: target.secretKey,
  };
  const config = parseConfig(env, '/');
  const files = createFileLoader(createStorage(config), config.dataDir);
  const lists = { tables: exportedTables, numberedColumns, importTasks, restoreTasks };
  return importAccount({ file, config, files, ...lists, say: () => undefined });
}

/** The entries of an export by name. @throws for a damaged file */
export async function entriesOf(path: string, password?: string): Promise<Map<string, Buffer>> {
  const file = await open(path);
  const entries = new Map<string, Buffer>();
  try {
    await readArchiveOf(file, password, exportFormat, {
      manifest: async (manifest) => void entries.set('account.json', Buffer.from(JSON.stringify(manifest))),
      async entry(name, _sizeBytes, content) {
        entries.set(name, await readWhole(content, 100_000_000));
      },
    });
    return entries;
  } finally {
    await file.close();
  }
}

/** The rows of a collection. */
export function rowsOf(entries: ReadonlyMap<string, Buffer>, collection: string): Array<Record<string, unknown>> {
  const text = entries.get(`data/${collection}.jsonl`)?.toString('utf8') ?? '';
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

type Row = Record<string, unknown>;

/** What an import changes, as the guide says: other fields and rows are equal. */
const changed: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['revoked_at'],
  answering_cursors: ['pos', 'at'],
  automation_cursors: ['pos'],
  campaign_cursors: ['pos'],
  change_counters: ['pos'],
  channels: ['state', 'state_reason', 'version'],
  feedback_settings: ['destination'],
  import_sources: ['state', 'pause_reason', 'next_at', 'version'],
  incoming_webhooks: ['state', 'version'],
  rating_cursors: ['pos'],
  report_cursors: ['pos'],
  webhook_endpoints: ['state', 'pause_reason', 'version'],
};

/** The rows of all collections as they are to be equal after an import. */
export function comparableRows(entries: ReadonlyMap<string, Buffer>): Record<string, Row[]> {
  return Object.fromEntries(
    Object.entries(exportedTables).flatMap(([name, rule]) => {
      // The row of an account is written when the first change is told.
      if (typeof rule === 'string' || name === 'notification_feeds') return [];
      const rows = rowsOf(entries, name).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([field]) => !(changed[name] ?? []).includes(field))),
      );
      return [[name, rows]];
    }),
  );
}
