import type { Transcript } from '@parley/contract/types';
import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

/** As stored; `run` is what writes it: an earlier one changes nothing any more. */
export type StoredTranscript = Transcript & { run: string };

const isRecording = `client_id = $1 and id = $2 and type = 'audio' and extras->'revoked_at' is null`;

const startStatement = statement(
  'messaging.start_transcript',
  `update messages set version = version + 1,
     content = content || jsonb_build_object('transcript', jsonb_build_object('state', 'waiting', 'run', $3::text))
   where ${isRecording} and content->>'state' = 'ready'
     and coalesce(content->'transcript'->>'state', 'failed') = 'failed'
   returning version`,
);

/** Says that a stored recording is being written down. @returns its new version; null where it is or needs no more */
export async function startTranscript(tx: TenantTx, messageId: string, run: string): Promise<number | null> {
  const [row] = await tx.rows<{ version: number }>(startStatement, [tx.clientId, messageId, run]);
  return row?.version ?? null;
}

const isNewVoiceStatement = statement(
  'messaging.is_new_voice_note',
  `select exists (select from messages where ${isRecording} and direction = 'INCOMING' and content->'voice' = 'true'
     and not content ? 'transcript' and "timestamp" > now() - interval '1 day') as is_new`,
);

/** Whether a customer's voice note came in today; history is none. */
export async function isNewVoiceNote(tx: TenantTx, messageId: string): Promise<boolean> {
  const [row] = await tx.rows<{ is_new: boolean }>(isNewVoiceStatement, [tx.clientId, messageId]);
  return row?.is_new ?? false;
}

const endStatement = statement(
  'messaging.end_transcript',
  `update messages set version = version + 1, content = jsonb_set(content, '{transcript}', $4::jsonb)
   where client_id = $1 and id = $2 and content->'transcript'->>'run' = $3 and content->'transcript'->>'state' = 'waiting'
   returning version`,
);

/** @returns the new version of the message; null when it is gone, or not waiting for this run */
export async function endTranscript(
  tx: TenantTx,
  messageId: string,
  transcript: StoredTranscript,
): Promise<number | null> {
  const values = [tx.clientId, messageId, transcript.run, JSON.stringify(transcript)];
  const [row] = await tx.rows<{ version: number }>(endStatement, values);
  return row?.version ?? null;
}

const failRestoredStatement = statement(
  'messaging.fail_restored_transcripts',
  `update messages set version = version + 1, content = jsonb_set(content, '{transcript}',
     content->'transcript' || '{"state": "failed", "reason": "The server was restored before this was written down. Try again."}')
   where type = 'audio' and content->'transcript'->>'state' = 'waiting'`,
);

/** An import has no jobs, and a call that was under way at a backup has no answer. */
export async function failRestoredTranscripts(tx: Executor): Promise<void> {
  await tx.run(failRestoredStatement);
}
