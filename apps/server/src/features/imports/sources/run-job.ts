import type { FileHandle } from 'node:fs/promises';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { hashRequest } from '../../../platform/http/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { beginReading } from '../begin.ts';
import { addUpload, insertImport } from '../import-repo.ts';
import { advanceImport } from './advance-import.ts';
import { failRun, finishRun, lockInProgress, type OpenRun } from './end-run.ts';
import { fetchFile } from './fetch-file.ts';
import { sourceRunKind } from './run-kind.ts';
import { type FetchedFile, startFetching, startImporting } from './run-repo.ts';
import { openHeader } from './source-secrets.ts';

const partBytes = 4_194_304;
const lookAgainMs = 400;

/**
 * A run of a source: the file is fetched, then its import goes through the steps of every import. The import begins in
 * the transaction that names it in the run, so a killed run is repeated or goes on with the import it has.
 */
export function runSource(platform: Platform): JobKind {
  return {
    name: sourceRunKind,
    maxAttempts: 3,
    async run(job) {
      const id = job.payload['run_id'] ?? '';
      const open = await job.transaction(async (tx) => {
        const found = await lockInProgress(tx, id);
        if (found !== null && found.run.import_id === null) await startFetching(tx, id, found.source.version);
        return found;
      });
      if (open === null) return undefined;
      const result = open.run.import_id === null ? await fetchAndBegin(platform, job, open) : await advance(job, id);
      notifyJobs(platform);
      return result;
    },
    async onGiveUp(tx, payload, reason) {
      const open = await lockInProgress(tx, payload['run_id'] ?? '');
      if (open !== null) await failRun(tx, open, { code: 'stopped', detail: reason });
    },
  };
}

function advance(job: Job, id: string): Promise<JobResult> {
  return job.transaction(async (tx) => {
    const open = await lockInProgress(tx, id);
    return open === null ? undefined : advanceImport(tx, open);
  });
}

async function fetchAndBegin(platform: Platform, job: Job, { run, source }: OpenRun): Promise<JobResult> {
  const { etag, last_modified: lastModified } = source;
  const fetched = await fetchFile({
    ...{ url: source.url, header: openHeader(platform, source), known: { etag, lastModified } },
    ...{ allowed: platform.config.ALLOWED_PRIVATE_HOSTS, signal: job.signal },
  });
  /** Changes the run if it is still in progress and the settings are those that it was fetched with. */
  const settle = (fn: (tx: TenantTx, now: OpenRun) => Promise<JobResult>) =>
    job.transaction(async (tx): Promise<JobResult> => {
      const now = await lockInProgress(tx, run.id);
      if (now === null) return undefined;
      return now.source.version === source.version ? fn(tx, now) : 'again';
    });
  if (fetched.kind === 'problem') {
    return settle(async (tx, now) => {
      await failRun(tx, now, fetched.problem);
      return undefined;
    });
  }
  const { file, handle } = fetched.kind === 'file' ? fetched : { file: null, handle: null };
  try {
    return await settle(async (tx, now) => {
      const same = { ...now, run: { ...now.run, source_version: source.version } };
      const isUnchanged = file === null || source.file_hash?.equals(file.hash) === true;
      if (isUnchanged) {
        await finishRun(tx, same, 'unchanged', file);
        return undefined;
      }
      await beginImport(tx, now, file, handle);
      return { againInMs: lookAgainMs };
    });
  } finally {
    await handle?.close();
  }
}

/** Stores the file as that of a new import and begins to read it. */
async function beginImport(
  tx: TenantTx,
  { run, source }: OpenRun,
  file: FetchedFile,
  handle: FileHandle,
): Promise<void> {
  const id = newId();
  const requestHash = hashRequest({ import_source_run: run.id });
  await insertImport(tx, { id, name: source.name, createdBy: source.created_by, requestHash });
  for (let at = 0; at < file.bytes; ) {
    const part = Buffer.alloc(Math.min(partBytes, file.bytes - at));
    const { bytesRead } = await handle.read(part, 0, part.length, at);
    if (bytesRead === 0) throw new Error('a fetched file is shorter than it was');
    await addUpload(tx, id, at, part.subarray(0, bytesRead));
    at += bytesRead;
  }
  await beginReading(tx, id, { has_header: true });
  await startImporting(tx, run.id, id, file);
}
