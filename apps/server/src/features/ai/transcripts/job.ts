import { longestTranscribedS } from '@parley/contract/transcription';
import type { AiFailure } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import type { Job, JobKind } from '../../../platform/jobs/runner.ts';
import type { Platform } from '../../../platform/platform.ts';
import { incomingFolder, type UploadedFile, type UploadedFiles } from '../../media/public.ts';
import { endTranscript, findMessages, type MessageRow, type StoredTranscript } from '../../messaging/public.ts';
import { addChanges } from '../../sync/public.ts';
import { openKey } from '../api-key.ts';
import { failureMessages, ProviderFailure } from '../failures.ts';
import { lockSettings, type SettingsRow } from '../settings-repo.ts';
import { askForTranscript } from './ask-provider.ts';
import { transcriptJobName } from './enqueue.ts';
import type { Written } from './read-transcript.ts';
import { endRecordingCall, insertRecordingCall, readMinutes } from './recording-call-repo.ts';
import { EngineFailed, runEngine } from './server-engine.ts';
import { transcriptionProblem } from './settings.ts';
import { findTranscription, lockTranscription, type TranscriptionRow } from './settings-repo.ts';

/** Of the whole server. The engine shares its processors with everything else. */
const atOnce = { off: 4, provider: 4, server: 1 } as const;
const busyAgainMs = 2_000;
const callsAMinute = 60;
const minuteAgainMs = 15_000;
const providerMs = 120_000;
const mostBytes = 25_000_000;
/** Of recordings whose length is not known: the least that speech takes. */
const leastBytesASecond = 1_000;
/** Of calls that cost nothing: the column needs one. */
const noCurrency = 'USD';

const words = {
  gone: 'The file of this recording is no longer stored here.',
  tooLong: 'Recordings of more than 30 minutes aren’t written down.',
  limit: 'This month’s minutes for transcripts are used up. An Admin can raise the limit under Integrations.',
  engine: 'The transcription engine of this server failed. Try again, or tell your operator.',
  timeout: 'The AI provider didn’t answer within two minutes. Try again.',
};

/** `seconds` that count; null: those held back. */
type Failed = { reason: string; failure: AiFailure | null; seconds: number | null };
type Begun = { settings: TranscriptionRow; provider: SettingsRow | null; seconds: number };

/** The job that has a recording written down, once: what was sent and has no answer is not sent again by itself. */
export function transcriptJob(platform: Platform, uploadedFiles: UploadedFiles): JobKind {
  const busy = { off: 0, provider: 0, server: 0 };

  async function write(
    job: Job,
    file: UploadedFile,
    { settings, provider, seconds }: Begun,
  ): Promise<Written | Failed> {
    const { TRANSCRIPTION_COMMAND: command = '', ALLOWED_PRIVATE_HOSTS: allowed, dataDir } = platform.config;
    try {
      if (provider === null) return await runEngine(command, incomingFolder(dataDir), file.content, job.signal);
      const key = openKey(platform, job.clientId, provider.api_key_enc);
      return await askForTranscript(
        { baseUrl: provider.base_url, key, model: settings.model },
        { content: file.content, mimeType: file.mimeType, name: nameOf(file.mimeType) },
        { allowed, timeoutMs: providerMs, signal: job.signal },
      );
    } catch (error) {
      if (error instanceof ProviderFailure) return failedOf(error);
      if (!(error instanceof EngineFailed) || job.signal.aborted) throw error;
      platform.log.warn({ err: error }, 'ai: a recording was not written down');
      return { reason: words.engine, failure: null, seconds };
    }
  }

  async function run(job: Job): Promise<undefined | { againInMs: number }> {
    const { message_id: messageId = '', run = '', author = '' } = job.payload;
    const [message] = await platform.db.withTenant(job.clientId, (tx) => findMessages(tx, [messageId]), {
      readOnly: true,
    });
    const file = await uploadedFiles(job.clientId, String(message?.content['media_id'] ?? newId()), mostBytes);
    const begun = await job.transaction(async (tx) => {
      const next = await begin(tx, platform, { messageId, run, author, isStored: file !== null });
      if ('reason' in next) await end(tx, messageId, run, next);
      return next;
    });
    platform.notifier.notify('changes_new', job.clientId);
    if ('againInMs' in begun) return begun;
    if ('reason' in begun || file === null) return undefined;
    const written = await write(job, file, begun);
    await job.transaction((tx) => end(tx, messageId, run, written));
    platform.notifier.notify('changes_new', job.clientId);
    return undefined;
  }

  return {
    name: transcriptJobName,
    async run(job) {
      const settings = await platform.db.withTenant(job.clientId, findTranscription, { readOnly: true });
      const engine = settings?.engine ?? 'off';
      if (busy[engine] >= atOnce[engine]) return { againInMs: busyAgainMs };
      busy[engine]++;
      try {
        return await run(job);
      } finally {
        busy[engine]--;
      }
    },
    async onGiveUp(tx, { message_id: messageId = '', run = '' }) {
      await end(tx, messageId, run, interrupted);
    },
  };
}

const interrupted: Failed = { reason: failureMessages.interrupted, failure: 'interrupted', seconds: null };

/** Holds the minutes back, or says why nothing is asked. */
async function begin(
  tx: TenantTx,
  { config }: Platform,
  { messageId, run, author, isStored }: { messageId: string; run: string; author: string; isStored: boolean },
): Promise<Begun | Failed | { againInMs: number }> {
  const [settings, provider] = [await lockTranscription(tx), await lockSettings(tx)];
  const [message] = await findMessages(tx, [messageId]);
  const stored = message?.content['transcript'] as StoredTranscript | undefined;
  if (message === undefined || stored?.run !== run || stored.state !== 'waiting') return interrupted;
  const refused = (reason: string): Failed => ({ reason, failure: null, seconds: 0 });
  const problem = transcriptionProblem(config, settings, provider);
  if (problem !== null || settings === null) return refused(problem ?? '');
  if (!isStored) return refused(words.gone);
  const seconds = lengthOf(message);
  if (seconds > longestTranscribedS) return refused(words.tooLong);
  const { used, recent } = await readMinutes(tx, run);
  if (recent >= callsAMinute) return { againInMs: minuteAgainMs };
  if (used + seconds > settings.monthly_minutes * 60) return refused(words.limit);
  const paid = settings.engine === 'provider' ? provider : null;
  const cost = paid === null ? '0' : ((seconds / 60) * Number(settings.minute_price)).toFixed(6);
  const call = { id: run, author, seconds, cost, currency: paid?.currency ?? noCurrency };
  const isFirst = await insertRecordingCall(tx, call);
  // An earlier run may have sent it: it counts, whatever became of it, and is not sent again by itself.
  return isFirst || paid === null ? { settings, provider: paid, seconds } : interrupted;
}

/** Stores the text or why there is none, and ends the call. */
async function end(tx: TenantTx, messageId: string, run: string, result: Written | Failed): Promise<void> {
  const isFailed = 'failure' in result;
  await endRecordingCall(tx, run, isFailed ? result.failure : null, result.seconds);
  const version = await endTranscript(
    tx,
    messageId,
    isFailed
      ? { state: 'failed', run, reason: result.reason }
      : { state: 'ready', run, text: result.text, ...(result.language !== null && { language: result.language }) },
  );
  if (version !== null) await addChanges(tx, [{ collection: 'messages', id: messageId, marker: 'MODIFIED', version }]);
}

function failedOf({ reason, detail, charged }: ProviderFailure): Failed {
  const about = reason === 'timeout' ? words.timeout : failureMessages[reason];
  return { reason: detail === null ? about : `${about} (${detail})`, failure: reason, seconds: charged ? null : 0 };
}

/** In seconds. */
function lengthOf({ content }: MessageRow): number {
  const { duration_ms: durationMs, size_bytes: sizeBytes } = content;
  if (typeof durationMs === 'number') return Math.max(1, Math.ceil(durationMs / 1_000));
  return Math.min(longestTranscribedS, Math.max(1, Math.ceil(Number(sizeBytes ?? 0) / leastBytesASecond)));
}

const endings: Record<string, string> = {
  'audio/ogg': 'ogg',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/amr': 'amr',
};

/** Providers read the format from the name; the file's own name is not sent. */
function nameOf(mimeType: string): string {
  return `recording.${endings[mimeType.split(';')[0] ?? ''] ?? 'ogg'}`;
}
