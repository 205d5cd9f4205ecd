import type { AiSettings, AiTest, InputOf } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findAddressProblem } from '../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../platform/outbound/address-errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecent } from '../identity/public.ts';
import { endOfKey, sealKey } from './api-key.ts';
import { failureMessages, ProviderFailure } from './failures.ts';
import { testRequest } from './requests.ts';
import { deleteSettings, lockSettings, putSettings, type SettingsRow } from './settings-repo.ts';
import { reserve, spend } from './spend.ts';

type SettingsBody = InputOf<'PUT /api/ai/settings'>['body'];

export function presentSettings(row: SettingsRow): AiSettings {
  return {
    base_url: row.base_url,
    key_end: row.key_end,
    model: row.model,
    functions: row.functions,
    monthly_tokens: row.monthly_tokens,
    input_price: Number(row.input_price),
    output_price: Number(row.output_price),
    currency: row.currency,
    includes_names: row.includes_names,
    changed_by: row.changed_by,
    changed_at: row.changed_at.toISOString(),
    version: row.version,
  };
}

/** Never the key; of an address, which can contain a token, only the host. */
function auditedOf(row: Omit<SettingsRow, 'changed_at' | 'version'>): object {
  const { base_url, key_end, model, functions, monthly_tokens, input_price, output_price, currency, includes_names } =
    row;
  const prices = { input_price: Number(input_price), output_price: Number(output_price), currency };
  return { host: new URL(base_url).host, key_end, model, functions, monthly_tokens, ...prices, includes_names };
}

/** @throws AppError validation_failed naming the field, requires-recent-login for a key or another address */
export async function changeAiSettings(
  platform: Platform,
  call: Call<MemberActor>,
  body: SettingsBody,
): Promise<SettingsRow> {
  const { clientId, author } = call.actor;
  const problem = await findAddressProblem(body.base_url, platform.config.ALLOWED_PRIVATE_HOSTS);
  if (problem !== null) throw invalid('base_url', addressErrorMessages[problem]);
  return platform.db.withTenant(clientId, async (tx) => {
    const before = await lockSettings(tx);
    const isNewAddress = before === null || body.base_url !== before.base_url;
    // Who changes the address alone would have the key sent to a server of their own.
    if (isNewAddress && body.api_key === undefined) throw invalid('api_key', 'Enter the key for this address.');
    if (body.api_key !== undefined) requireRecent(call.actor);
    const { api_key: key, ...changed } = body;
    const consentsStay =
      !isNewAddress && changed.model === before.model && changed.includes_names === before.includes_names;
    const row = {
      ...changed,
      functions: [...new Set(changed.functions)],
      input_price: String(changed.input_price),
      output_price: String(changed.output_price),
      api_key_enc: key === undefined && before !== null ? before.api_key_enc : sealKey(platform, clientId, key ?? ''),
      key_end: key === undefined && before !== null ? before.key_end : endOfKey(key ?? ''),
      consent_id: consentsStay ? before.consent_id : newId(),
      changed_by: author,
    };
    await putSettings(tx, row);
    const action = before === null ? 'ai.connected' : 'ai.settings_changed';
    const audited = { ...auditedOf(row), ...(key !== undefined && before !== null && { key: 'replaced' }) };
    await auditChanges(tx, call, action, clientId, before === null ? null : auditedOf(before), audited);
    const after = await lockSettings(tx);
    if (after === null) throw new Error('settings that were just written are gone');
    return after;
  });
}

/** Deletes the key; without settings no one's consent applies any more. */
export async function disconnectAi(platform: Platform, call: Call<MemberActor>): Promise<void> {
  await platform.db.withTenant(call.actor.clientId, async (tx) => {
    const before = await lockSettings(tx);
    if (before === null) return;
    await deleteSettings(tx);
    await auditChanges(tx, call, 'ai.disconnected', call.actor.clientId, auditedOf(before), null);
  });
}

/** @throws AppError ai_off, ai_limit_reached, too_many_requests */
export async function testAi(platform: Platform, call: Call<MemberActor>, signal: AbortSignal): Promise<AiTest> {
  const { clientId, author } = call.actor;
  const reserved = await platform.db.withTenant(clientId, async (tx) => {
    const settings = await lockSettings(tx);
    if (settings === null) throw new AppError('ai_off', { message: 'No AI provider is connected.' });
    return reserve(tx, settings, author, 'test', testRequest());
  });
  const started = performance.now();
  const about = () => ({ model: reserved.settings.model, duration_ms: Math.round(performance.now() - started) });
  try {
    await spend(platform, reserved, signal);
    return { ok: true, ...about(), problem: null, detail: null };
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return { ok: false, ...about(), problem: failureMessages[error.reason], detail: error.detail };
  }
}
