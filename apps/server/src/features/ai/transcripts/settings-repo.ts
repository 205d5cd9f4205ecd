import type { TranscriptionEngine } from '@parley/contract/types';
import { statement, type TenantTx } from '../../../platform/db/sql.ts';

export type TranscriptionRow = {
  engine: TranscriptionEngine;
  model: string;
  automatic: boolean;
  /** Numerics are texts. */
  minute_price: string;
  monthly_minutes: number;
  consent_id: string | null;
  changed_by: string;
  version: number;
};

const columns = 'engine, model, automatic, minute_price::text, monthly_minutes, consent_id, changed_by, version';
const findStatement = statement(
  'ai.find_transcription_settings',
  `select ${columns} from transcription_settings where client_id = $1`,
);
const lockStatement = statement(
  'ai.lock_transcription_settings',
  `select ${columns} from transcription_settings where client_id = $1 for update`,
);

/** @returns null when it was never set up */
export async function findTranscription(tx: TenantTx): Promise<TranscriptionRow | null> {
  const [row] = await tx.rows<TranscriptionRow>(findStatement, [tx.clientId]);
  return row ?? null;
}

/** Locked until commit: recordings of one account hold their minutes back one after another. */
export async function lockTranscription(tx: TenantTx): Promise<TranscriptionRow | null> {
  const [row] = await tx.rows<TranscriptionRow>(lockStatement, [tx.clientId]);
  return row ?? null;
}

const putStatement = statement(
  'ai.put_transcription_settings',
  `insert into transcription_settings (client_id, engine, model, automatic, minute_price, monthly_minutes, consent_id, changed_by)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (client_id) do update set engine = $2, model = $3, automatic = $4, minute_price = $5, monthly_minutes = $6,
     consent_id = $7, changed_by = $8, changed_at = date_trunc('milliseconds', now()),
     version = transcription_settings.version + 1`,
);

export async function putTranscription(tx: TenantTx, row: Omit<TranscriptionRow, 'version'>): Promise<void> {
  const { engine, model, automatic, minute_price, monthly_minutes, consent_id, changed_by } = row;
  const values = [engine, model, automatic, minute_price, monthly_minutes, consent_id, changed_by];
  await tx.run(putStatement, [tx.clientId, ...values]);
}
