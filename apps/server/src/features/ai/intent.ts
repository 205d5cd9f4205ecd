import type { IntentAnswer } from '@parley/contract/intent-exam';
import type { AiFailure } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasConsentOfAccount } from './consent-query.ts';
import { failureMessages, ProviderFailure } from './failures.ts';
import { createRedaction } from './redaction.ts';
import { type IntentWords, intentRequest } from './requests.ts';
import { findSettings, lockSettings, type SettingsRow } from './settings-repo.ts';
import { automationCallsAMinute, type Reserved, reserve, spend } from './spend.ts';

/** What keeps automations from asking the provider now; null: nothing. */
export async function findIntentProblem(tx: TenantTx): Promise<string | null> {
  return problemOf(tx, await findSettings(tx));
}

async function problemOf(tx: TenantTx, settings: SettingsRow | null): Promise<string | null> {
  if (settings === null) return 'No AI provider is connected.';
  if (!settings.functions.includes('intent')) return 'Intents are switched off under Integrations.';
  const agreed = await hasConsentOfAccount(tx, 'intent', settings.consent_id);
  return agreed ? null : 'An Admin has to agree to what AI sends for intents.';
}

type IntentQuestion = {
  /** The same question is asked once. */
  id: string;
  automationId: string;
  /** What the customer wrote. */
  text: string;
  contactName: string | null;
  intents: readonly IntentWords[];
};

/** Holds back what the question may cost, in the transaction that claims it. @returns why it is not asked */
export async function reserveIntent(
  tx: TenantTx,
  { id, automationId, text, contactName, intents }: IntentQuestion,
): Promise<Reserved | { problem: string }> {
  const settings = await lockSettings(tx);
  const problem = await problemOf(tx, settings);
  if (settings === null || problem !== null) return { problem: problem ?? '' };
  const { hide } = createRedaction(contactName === null ? [] : [contactName], settings.includes_names);
  const author = `automation:${automationId}`;
  const options = { id, aMinute: automationCallsAMinute };
  try {
    return await reserve(tx, settings, author, 'intent', intentRequest(hide(text), intents), options);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problems: Record<string, string> = {
      ai_limit_reached: 'The monthly AI limit is used up.',
      too_many_requests: 'This automation asked too often within a minute.',
      id_conflict: 'The server restarted during the call. It is not asked again.',
    };
    return { problem: problems[error.code] ?? error.message };
  }
}

type Asked = IntentAnswer | { problem: string; reason: AiFailure };

/** @returns the intent that fits and how sure the provider is, or why there is no answer */
export async function askIntent(platform: Platform, call: Reserved, signal: AbortSignal): Promise<Asked> {
  const failed = (reason: AiFailure) => ({ problem: failureMessages[reason], reason });
  try {
    const { text } = await spend(platform, call, signal);
    return readIntent(text) ?? failed('unusable_answer');
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return failed(error.reason);
  }
}

/** Models that do not keep to JSON answer with the number alone, without saying how sure they are. */
function readIntent(text: string): IntentAnswer | null {
  try {
    const { intent, confidence } = JSON.parse(/\{[\s\S]*\}/.exec(text)?.[0] ?? '') as Record<string, unknown>;
    const chosen = wholeUpTo(intent, 99);
    return chosen === null ? null : { intent: chosen, confidence: wholeUpTo(confidence, 100) };
  } catch {
    const number = /^\D{0,20}(\d{1,2})(?!\d)/.exec(text)?.[1];
    return number === undefined ? null : { intent: Number(number), confidence: null };
  }
}

function wholeUpTo(value: unknown, most: number): number | null {
  const read = typeof value === 'string' && /^\d{1,3}%?$/.test(value) ? Number.parseInt(value, 10) : value;
  return typeof read === 'number' && read >= 0 && read <= most ? Math.round(read) : null;
}
