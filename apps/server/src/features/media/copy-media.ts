import { mostMediaBytes } from '@parley/contract/media';
import type { ClassifiedError, MediaDownload, MediaInfo as ProviderMedia } from '@parley/whatsapp-client';
import { MediaTooLargeError } from '@parley/whatsapp-client';
import type { Executor, TenantTx } from '../../platform/db/sql.ts';
import { enqueueJobs } from '../../platform/jobs/queue.ts';
import type { Job, JobKind } from '../../platform/jobs/runner.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { cleanFilename } from './file-names.ts';
import { type FileKeeper, type Received, StorageFull } from './keep-file.ts';
import type { MediaSender } from './provider-uploads.ts';
import { FileTooLarge } from './receive-file.ts';
import { askAgain, findMedia, insertCopies, type MediaRow, type NewCopy, settleCopy } from './repo.ts';
import { storedFacts } from './send-media.ts';

/** What copying needs of other features. */
export type CopyParts = {
  keeper: FileKeeper;
  /** How to reach WhatsApp for a channel. @throws when it cannot be reached at all now */
  senderFor(clientId: string, channelId: string): Promise<MediaSender>;
  /** Adds to what a message keeps of its file. @returns the message's new version, null when it is gone */
  noteMedia(tx: TenantTx, messageId: string, patch: Record<string, unknown>): Promise<number | null>;
};

const copyJob = 'media.copy';
/** With the pauses between them about four hours. */
const triesAtMost = 12;
/** An address of WhatsApp's lives five minutes; a queue before us may use them up. */
const freshAddresses = 3;
const silentMs = 30_000;
const whatsApp = 'WhatsApp';
const connectionBroke = 'The connection broke while the file was read. It is fetched again.';

/** Why this try failed, in words for the person who looks at the message. */
class CopyFailed extends Error {
  /** `again`: another try may do; `ask`: a person has to do something first; `gone`: it cannot be had any more. */
  readonly next: 'again' | 'ask' | 'gone';
  constructor(next: CopyFailed['next'], words: string, cause?: unknown) {
    super(words, { cause });
    this.next = next;
  }
}

/** Has files of customers copied; in the transaction that writes their messages. Hint the jobs afterwards. */
export async function queueCopies(tx: Executor, copies: readonly NewCopy[]): Promise<void> {
  if (copies.length === 0) return;
  await insertCopies(tx, copies);
  await enqueueJobs(tx, copies.map(jobOf));
}

/** A person asks for a file again that could not be had. @returns false when there is nothing to ask for */
export async function queueCopyAgain(tx: TenantTx, copy: NewCopy): Promise<boolean> {
  await insertCopies(tx, [copy]);
  if (!(await askAgain(tx, copy.id))) return false;
  await enqueueJobs(tx, [jobOf(copy)]);
  return true;
}

function jobOf({ clientId, id }: { clientId: string; id: string }) {
  return { clientId, kind: copyJob, payload: { media_id: id }, key: `media ${id}`, lane: 'light' as const };
}

/** The job that copies one file of a customer's message here before WhatsApp forgets it. */
export function copyMediaJob(platform: Platform, parts: CopyParts): JobKind {
  const { withTenant } = platform.db;

  async function note(tx: TenantTx, messageId: string | null, patch: Record<string, unknown>): Promise<void> {
    const version = messageId === null ? null : await parts.noteMedia(tx, messageId, patch);
    if (version === null || messageId === null) return;
    await addChanges(tx, [{ collection: 'messages', id: messageId, marker: 'MODIFIED', version }]);
  }

  async function settleFailure(tx: TenantTx, row: MediaRow, failure: CopyFailed): Promise<void> {
    const state = failure.next === 'gone' ? 'gone' : failure.next === 'ask' ? 'failed' : 'waiting';
    if (!(await settleCopy(tx, row.id, { state, reason: failure.message }))) return;
    await note(tx, row.message_id, { reason: failure.message, ...(state === 'gone' ? { state: 'gone' } : {}) });
  }

  async function keep(job: Job, row: MediaRow, received: Received): Promise<void> {
    const file = await parts.keeper.keep(job.clientId, received).catch(async (error: unknown) => {
      await parts.keeper.drop(received);
      if (!(error instanceof StorageFull)) throw error;
      throw new CopyFailed('ask', 'This account keeps as many files as it may. Make room, then fetch it again.');
    });
    await job.transaction(async (tx) => {
      if (!(await settleCopy(tx, row.id, { state: 'kept', fileId: file.id }))) return;
      await note(tx, row.message_id, { ...storedFacts(row.id, file), reason: null });
    });
  }

  return {
    name: copyJob,
    maxAttempts: triesAtMost,
    async run(job) {
      const mediaId = job.payload['media_id'] ?? '';
      const row = await withTenant(job.clientId, (tx) => findMedia(tx, mediaId), { readOnly: true });
      if (row === null || row.state !== 'waiting' || row.channel_id === null) return undefined;
      try {
        await keep(job, row, await fetchMedia(parts, job, row));
      } catch (error) {
        if (job.signal.aborted) throw error;
        const failure =
          error instanceof CopyFailed ? error : new CopyFailed('again', 'The file could not be kept here.', error);
        await withTenant(job.clientId, (tx) => settleFailure(tx, row, failure));
        platform.signal.hint('changes_new', job.clientId);
        if (failure.next === 'again') throw failure;
        return undefined;
      }
      platform.signal.hint('changes_new', job.clientId);
      return undefined;
    },
    async gaveUp(tx, payload, reason) {
      const row = await findMedia(tx, payload['media_id'] ?? '');
      if (row !== null && row.state === 'waiting') await settleFailure(tx, row, new CopyFailed('ask', reason));
    },
  };
}

/** Asks for an address and reads it at once; an address that has ended meanwhile is asked for anew. */
async function fetchMedia(parts: CopyParts, job: Job, row: MediaRow): Promise<Received> {
  const sender = await parts.senderFor(job.clientId, row.channel_id ?? '').catch((error: unknown) => {
    throw new CopyFailed('again', 'WhatsApp could not be reached for this channel.', error);
  });
  const { client, accessToken } = sender;
  const { who = whatsApp } = client;
  for (let tries = 0; tries < freshAddresses; tries++) {
    const outcome = await client.getMediaUrl({
      accessToken,
      mediaId: row.provider_media_id ?? '',
      timeoutMs: silentMs,
      signal: job.signal,
    });
    if (outcome.kind === 'retry') throw new CopyFailed('again', `${who} did not answer. It is asked again.`, outcome);
    if (outcome.kind === 'failed') throw refused(outcome.error, who);
    const { url, sizeBytes } = outcome.value;
    if (sizeBytes !== null && sizeBytes > mostMediaBytes) throw tooLarge();
    const answer = await client.downloadMedia({
      url,
      accessToken,
      timeoutMs: silentMs,
      maxBytes: mostMediaBytes,
      signal: job.signal,
    });
    if (answer.kind === 'expired') continue;
    return receive(parts.keeper, answer, row, { ...outcome.value, who });
  }
  throw new CopyFailed('again', 'The address of the file ended before it could be read.');
}

async function receive(
  keeper: FileKeeper,
  answer: Exclude<MediaDownload, { kind: 'expired' }>,
  row: MediaRow,
  promised: ProviderMedia & { who: string },
): Promise<Received> {
  const { who } = promised;
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
  let received: Received;
  try {
    received = await keeper.receive(answer.body, mostMediaBytes, filename);
  } catch (error) {
    if (error instanceof FileTooLarge || error instanceof MediaTooLargeError) throw tooLarge();
    throw new CopyFailed('again', connectionBroke, error);
  }
  if (received.sizeBytes > 0 && isPromised(received, promised)) return received;
  await keeper.drop(received);
  throw new CopyFailed('again', 'The file did not arrive whole. It is fetched again.');
}

/** WhatsApp writes the hash in hex or in base64; what is neither says nothing. */
function isPromised({ sizeBytes, sha256 }: Received, promised: ProviderMedia): boolean {
  if (promised.sizeBytes !== null && promised.sizeBytes !== sizeBytes) return false;
  const text = promised.sha256 ?? '';
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase() === sha256.toString('hex');
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64').equals(sha256) : true;
}

function refused(error: ClassifiedError, who: string): CopyFailed {
  if (error.pausesChannel) {
    return new CopyFailed('ask', `${who} refuses this channel: ${error.title} Mend the channel, then fetch it again.`);
  }
  return error.backoff === null
    ? new CopyFailed('gone', `${who} no longer has this file.`)
    : new CopyFailed('again', error.title);
}

function tooLarge(): CopyFailed {
  return new CopyFailed('gone', 'This file is larger than 100 MB and was not copied.');
}
