import type { InputOf, TranscriptionSettings } from '@parley/contract/types';
import type { Call, MemberActor } from '../../../platform/auth/actor.ts';
import { auditChanges } from '../../../platform/auth/audit.ts';
import type { Config } from '../../../platform/config.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findSettings, lockSettings, type SettingsRow } from '../settings-repo.ts';
import { transcriptionsUrl } from './ask-provider.ts';
import { readMinutes } from './recording-call-repo.ts';
import { findTranscription, lockTranscription, putTranscription, type TranscriptionRow } from './settings-repo.ts';

type Body = InputOf<'PUT /api/ai/transcription'>['body'];

const unset: Omit<TranscriptionRow, 'version' | 'changed_by'> = {
  engine: 'off',
  model: '',
  automatic: false,
  minute_price: '0',
  monthly_minutes: 300,
  consent_id: null,
};

/** What keeps recordings from being written down now; null: nothing. */
export function transcriptionProblem(
  { TRANSCRIPTION_COMMAND: command }: Pick<Config, 'TRANSCRIPTION_COMMAND'>,
  row: TranscriptionRow | null,
  provider: SettingsRow | null,
): string | null {
  if (row === null || row.engine === 'off')
    return 'Transcripts are switched off. An Admin can switch them on under Integrations.';
  if (row.engine === 'server')
    return command === undefined ? 'This server has no transcription engine any more.' : null;
  if (provider === null) return 'No AI provider is connected.';
  if (row.consent_id === provider.consent_id) return null;
  return 'The AI provider was changed. An Admin has to agree to sending recordings again, under Integrations.';
}

export async function findTranscriptionProblem(
  tx: TenantTx,
  config: Config,
  provider: SettingsRow | null,
): Promise<string | null> {
  return transcriptionProblem(config, await findTranscription(tx), provider);
}

export async function presentTranscription(tx: TenantTx, config: Config): Promise<TranscriptionSettings> {
  const [row, provider] = [await findTranscription(tx), await findSettings(tx)];
  const { engine, model, automatic, minute_price, monthly_minutes, consent_id } = row ?? unset;
  const chosen = { engine, model, automatic, minute_price: Number(minute_price), monthly_minutes };
  return {
    ...chosen,
    used_minutes: Math.ceil((await readMinutes(tx)).used / 60),
    server_engine: config.TRANSCRIPTION_COMMAND !== undefined,
    provider:
      provider === null
        ? null
        : {
            url: transcriptionsUrl(provider.base_url),
            model,
            currency: provider.currency,
            consent_id: provider.consent_id,
          },
    agreed: provider !== null && consent_id === provider.consent_id,
    version: row?.version ?? 0,
  };
}

/** @throws AppError validation_failed naming the field, ai_off, version_conflict */
export async function changeTranscription(
  platform: Platform,
  call: Call<MemberActor>,
  { consent_id: agreedTo, ...chosen }: Body,
): Promise<TranscriptionSettings> {
  const { clientId, author } = call.actor;
  const { config } = platform;
  return platform.db.withTenant(clientId, async (tx) => {
    const [before, provider] = [await lockTranscription(tx), await lockSettings(tx)];
    if (chosen.engine === 'server' && config.TRANSCRIPTION_COMMAND === undefined)
      throw invalid('engine', 'This server has no transcription engine.');
    if (chosen.engine === 'provider') {
      if (provider === null) throw new AppError('ai_off', { message: 'No AI provider is connected.' });
      if (chosen.model === '') throw invalid('model', 'Enter a model.');
      if (agreedTo === undefined) throw invalid('consent_id', 'Agree to what is sent first.');
      // What was shown is no longer what would be sent.
      if (agreedTo !== provider.consent_id)
        throw new AppError('version_conflict', { message: 'The AI provider was changed. Look at what is sent again.' });
    }
    const row = {
      ...chosen,
      minute_price: String(chosen.minute_price),
      consent_id: agreedTo ?? null,
      changed_by: author,
    };
    await putTranscription(tx, row);
    const audited = ({ changed_by: _, consent_id: __, ...values }: Omit<TranscriptionRow, 'version'>) => ({
      ...values,
      minute_price: Number(values.minute_price),
    });
    const { version: ___, ...old } = before ?? { ...unset, changed_by: author, version: 0 };
    await auditChanges(tx, call, 'ai.transcription_changed', clientId, audited(old), audited(row));
    return presentTranscription(tx, config);
  });
}
