import { maxMediaBytes } from '@parley/contract/media';
import type { ClassifiedError, MediaDownload, MediaInfo as ProviderMedia } from '@parley/whatsapp-client';
import { MediaTooLargeError } from '@parley/whatsapp-client';
import type { Executor, TenantTx } from '../../platform/db/sql.ts';
import { NoRoom } from '../../platform/disk.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { Job, JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { cleanFilename } from './file-names.ts';
import type { FileStore, ReceivedUpload } from './file-store.ts';
import type { MediaSender } from './provider-uploads.ts';
import { StorageQuotaExceeded } from './quota.ts';
import { FileTooLarge } from './receive-file.ts';
import { findMedia, insertCopies, type MediaRow, type NewCopy, resetCopy, settleCopy } from './repo.ts';
import { FileRefused } from './scan/result.ts';
import { storedFacts } from './send-media.ts';

export type CopyMediaOptions = {
  fileStore: FileStore;
  /** @throws when this channel's provider cannot be reached */
  senderFor(clientId: string, channelId: string): Promise<MediaSender>;
  /** Merges a patch into the content of a message. @returns its new version; null when it is deleted */
  updateMessageMedia(tx: TenantTx, messageId: string, patch: Record<string, unknown>): Promise<number | null>;
  /** In the transaction that stores a recording. */
  onRecording(tx: TenantTx, messageId: string): Promise<void>;
};

const copyJob = 'media.copy';
/** With backoff, about four hours. */
const maxAttempts = 12;
/**
 * A download URL of WhatsApp expires after five minutes, which may pass in a queue: this many new ones are requested.
 */
const maxUrls = 3;
const silentMs = 30_000;
const whatsApp = 'WhatsApp';
const connectionBroke = 'The connection broke while the file was read. It is fetched again.';

/**
 * `again`: a retry may succeed; `later`: the same, once the malware scanner answers or the disk has room; `ask`: a member has to do something
 * first; `gone`: the file no longer exists; `refused`: the scanner found malware.
 */
const stateAfter = { again: 'waiting', later: 'waiting', ask: 'failed', gone: 'gone', refused: 'refused' } as const;
const laterMs = 15_000;

/** Why this attempt failed, as a message for the member who sees it. */
class CopyFailed extends Error {
  readonly next: keyof typeof stateAfter;
  constructor(next: CopyFailed['next'], words: string, cause?: unknown) {
    super(words, { cause });
    this.next = next;
  }
}

/** Enqueues copies of customers' files, in the transaction that inserts their messages. Notify the jobs afterwards. */
export async function enqueueCopies(tx: Executor, copies: readonly NewCopy[]): Promise<void> {
  if (copies.length === 0) return;
  await insertCopies(tx, copies);
  await enqueueJobs(tx, copies.map(jobOf));
}

/** Enqueues another copy of a file that failed. @returns false when there is nothing to copy */
export async function enqueueCopyRetry(tx: TenantTx, copy: NewCopy): Promise<boolean> {
  await insertCopies(tx, [copy]);
  if (!(await resetCopy(tx, copy.id))) return false;
  await enqueueJobs(tx, [jobOf(copy)]);
  return true;
}

function jobOf({ clientId, id }: { clientId: string; id: string }) {
  return { clientId, kind: copyJob, payload: { media_id: id }, key: `media ${id}`, weight: 'light' as const };
}

/** The job that copies the file of a customer's message before WhatsApp deletes it. */
export function copyMediaJob(platform: Platform, parts: CopyMediaOptions): JobKind {
  const { withTenant } = platform.db;

  async function note(tx: TenantTx, messageId: string | null, patch: Record<string, unknown>): Promise<void> {
    const version = messageId === null ? null : await parts.updateMessageMedia(tx, messageId, patch);
    if (version === null || messageId === null) return;
    await addChanges(tx, [{ collection: 'messages', id: messageId, marker: 'MODIFIED', version }]);
  }

  async function settleFailure(tx: TenantTx, row: MediaRow, failure: CopyFailed): Promise<void> {
    const state = stateAfter[failure.next];
    if (!(await settleCopy(tx, row.id, { state, reason: failure.message }))) return;
    await note(tx, row.message_id, {
      reason: failure.message,
      ...(state === 'gone' || state === 'refused' ? { state: 'gone' } : {}),
    });
  }

  async function keep(job: Job, row: MediaRow, received: ReceivedUpload): Promise<void> {
    const file = await parts.fileStore.store(job.clientId, received).catch(async (error: unknown) => {
      await parts.fileStore.discard(received);
      throw error instanceof StorageQuotaExceeded ? storageFull() : error;
    });
    await job.transaction(async (tx) => {
      if (!(await settleCopy(tx, row.id, { state: 'kept', fileId: file.id }))) return;
      await note(tx, row.message_id, { ...storedFacts(row.id, file), reason: null });
      if (row.message_id !== null && file.mime_type.startsWith('audio/')) await parts.onRecording(tx, row.message_id);
    });
  }

  return {
    name: copyJob,
    maxAttempts: maxAttempts,
    async run(job) {
      const mediaId = job.payload['media_id'] ?? '';
      const row = await withTenant(job.clientId, (tx) => findMedia(tx, mediaId), { readOnly: true });
      if (row === null || row.state !== 'waiting' || row.channel_id === null) return undefined;
      try {
        await keep(job, row, await fetchMedia(parts, job, row));
      } catch (error) {
        if (job.signal.aborted) throw error;
        const failure =
          error instanceof CopyFailed ? error : new CopyFailed('again', 'The file couldn’t be kept here.', error);
        await withTenant(job.clientId, (tx) => settleFailure(tx, row, failure));
        platform.notifier.notify('changes_new', job.clientId);
        if (failure.next === 'again') throw failure;
        // Waiting for the scanner or for room uses up no attempts.
        if (failure.next === 'later') return { againInMs: laterMs };
        return undefined;
      }
      platform.notifier.notify('changes_new', job.clientId);
      return undefined;
    },
    async onGiveUp(tx, payload, reason) {
      const row = await findMedia(tx, payload['media_id'] ?? '');
      if (row !== null && row.state === 'waiting') await settleFailure(tx, row, new CopyFailed('ask', reason));
    },
  };
}

/** Requests a download URL and downloads immediately; requests a new URL when it has expired. */
async function fetchMedia(parts: CopyMediaOptions, job: Job, row: MediaRow): Promise<ReceivedUpload> {
  const sender = await parts.senderFor(job.clientId, row.channel_id ?? '').catch((error: unknown) => {
    throw new CopyFailed('again', 'WhatsApp couldn’t be reached for this channel.', error);
  });
  const { client, accessToken } = sender;
  const { who = whatsApp } = client;
  for (let tries = 0; tries < maxUrls; tries++) {
    const outcome = await client.getMediaUrl({
      accessToken,
      mediaId: row.provider_media_id ?? '',
      timeoutMs: silentMs,
      signal: job.signal,
    });
    if (outcome.kind === 'retry') throw new CopyFailed('again', `${who} did not answer. It is asked again.`, outcome);
    if (outcome.kind === 'failed') throw refused(outcome.error, who);
    const { url, sizeBytes } = outcome.value;
    if (sizeBytes !== null && sizeBytes > maxMediaBytes) throw tooLarge();
    const answer = await client.downloadMedia({
      url,
      accessToken,
      timeoutMs: silentMs,
      maxBytes: maxMediaBytes,
      signal: job.signal,
    });
    if (answer.kind === 'expired') continue;
    return receive(parts.fileStore, answer, row, { ...outcome.value, who, clientId: job.clientId });
  }
  throw new CopyFailed('again', 'The address of the file ended before it could be read.');
}

async function receive(
  fileStore: FileStore,
  answer: Exclude<MediaDownload, { kind: 'expired' }>,
  row: MediaRow,
  promised: ProviderMedia & { who: string; clientId: string },
): Promise<ReceivedUpload> {
  const { who, clientId } = promised;
  if (answer.kind === 'retry') throw new CopyFailed('again', connectionBroke);
  if (answer.kind === 'failed')
    throw new CopyFailed('again', `${who} did not give the file (HTTP ${answer.httpStatus}).`);
  if (answer.kind === 'refused') {
    if (answer.reason === 'too_large') throw tooLarge();
    throw new CopyFailed(
      'gone',
      who === whatsApp
        ? 'The address of the file was not one of WhatsApp’s. Nothing was fetched.'
        : 'The address of the file is not one that this server may call. Nothing was fetched.',
    );
  }
  const filename = row.filename === null ? null : cleanFilename(row.filename);
  let received: ReceivedUpload;
  try {
    received = await fileStore.receive(answer.body, maxMediaBytes, filename, {
      ...{ clientId, declaredBytes: promised.sizeBytes ?? 0 },
    });
  } catch (error) {
    await close(answer.body);
    if (error instanceof StorageQuotaExceeded) throw storageFull();
    if (error instanceof NoRoom)
      throw new CopyFailed('later', 'The server has too little disk space. The file is fetched when there is room.');
    if (error instanceof FileTooLarge || error instanceof MediaTooLargeError) throw tooLarge();
    if (error instanceof FileRefused) throw new CopyFailed('refused', error.message);
    throw new CopyFailed('again', connectionBroke, error);
  }
  const isWhole = received.sizeBytes > 0 && isPromised(received, promised);
  if (isWhole && received.scan === 'clean') return received;
  await fileStore.discard(received);
  if (isWhole) throw new CopyFailed('later', 'This file is waiting for the malware scan.');
  throw new CopyFailed('again', 'The file did not arrive whole. It is fetched again.');
}

/** A body that nobody begins to read keeps its connection. */
async function close(body: AsyncIterable<Buffer>): Promise<void> {
  const reading = body[Symbol.asyncIterator]();
  await reading.next().catch(() => undefined);
  await reading.return?.();
}

/** WhatsApp sends the hash in hex or base64; anything else is ignored. */
function isPromised({ sizeBytes, sha256 }: ReceivedUpload, promised: ProviderMedia): boolean {
  if (promised.sizeBytes !== null && promised.sizeBytes !== sizeBytes) return false;
  const text = promised.sha256 ?? '';
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase() === sha256.toString('hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64').equals(sha256) : true;
}

function refused(error: ClassifiedError, who: string): CopyFailed {
  if (error.pausesChannel) {
    return new CopyFailed('ask', `${who} refuses this channel: ${error.title}. Fix the channel, then fetch it again.`);
  }
  return error.backoff === null
    ? new CopyFailed('gone', `${who} no longer has this file.`)
    : new CopyFailed('again', error.title);
}

function storageFull(): CopyFailed {
  return new CopyFailed('ask', 'The storage of this account is full. Delete files, then fetch it again.');
}

function tooLarge(): CopyFailed {
  return new CopyFailed('gone', 'This file is larger than 100 MB and was not copied.');
}
