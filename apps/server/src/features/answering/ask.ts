import type { AnswerSource } from '@parley/contract/types';
import { toWhatsAppFormat } from '@parley/contract/whatsapp-format';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  assistantRequest,
  automationCallsAMinute,
  bestPassage,
  failureMessages,
  findSettings,
  hasConsentOfAccount,
  lockSettings,
  ProviderFailure,
  type Redaction,
  type Reserved,
  readLines,
  reserve,
  type SettingsRow,
  spend,
} from '../ai/public.ts';
import type { MessageRow } from '../messaging/public.ts';
import { type SourceText, searchSources } from './source-query.ts';

const mostTexts = 5;
const longestReply = 4_096;
const author = 'assistant';

/** What keeps the assistant from asking the provider now; null: nothing. */
export async function findProviderProblem(tx: TenantTx): Promise<string | null> {
  return problemOf(tx, await findSettings(tx));
}

async function problemOf(tx: TenantTx, settings: SettingsRow | null): Promise<string | null> {
  if (settings === null) return 'No AI provider is connected.';
  if (!settings.functions.includes('assistant')) return 'The AI assistant is switched off under Functions.';
  const agreed = await hasConsentOfAccount(tx, 'assistant', settings.consent_id);
  return agreed ? null : 'An Admin has to agree to what the AI assistant sends.';
}

export type Question = { call: Reserved; redaction: Redaction; texts: SourceText[]; words: string[] };
export type NotAsked = { reason: 'ai_unavailable' | 'limit_reached' | 'no_passage'; problem: string };

/**
 * Finds the texts that may answer, and holds back what the question may cost.
 * @param rows the end of the conversation, oldest first
 * @returns why nothing is asked
 */
export async function reserveQuestion(
  tx: TenantTx,
  { rows, contactName }: { rows: readonly MessageRow[]; contactName: string | null },
): Promise<Question | NotAsked> {
  const settings = await lockSettings(tx);
  const problem = await problemOf(tx, settings);
  if (settings === null || problem !== null) return { reason: 'ai_unavailable', problem: problem ?? '' };
  const { redaction, lines, words } = await readLines(tx, rows, contactName, settings, null);
  const texts = words.length === 0 ? [] : await searchSources(tx, words, mostTexts);
  if (texts.length === 0) return { reason: 'no_passage', problem: 'No text has words of the question.' };
  try {
    const messages = assistantRequest(lines, texts);
    const options = { aMinute: automationCallsAMinute };
    return { call: await reserve(tx, settings, author, 'assistant', messages, options), redaction, texts, words };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { reason: 'limit_reached', problem: error.message };
  }
}

export type AssistantAnswer =
  | { kind: 'answer'; reply: string; source: AnswerSource; confidence: number | null }
  | { kind: 'none'; person: boolean; confidence: number | null }
  | { kind: 'failed'; reason: 'interrupted' | 'provider_failed'; problem: string };

/** Asks the provider, without any database connection. An answer that cannot be read is none. */
export async function askAssistant(
  platform: Platform,
  { call, redaction, texts, words }: Question,
  signal: AbortSignal,
): Promise<AssistantAnswer> {
  let text: string;
  try {
    ({ text } = await spend(platform, call, signal));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const reason = error.reason === 'interrupted' ? 'interrupted' : 'provider_failed';
    return { kind: 'failed', reason, problem: failureMessages[error.reason] };
  }
  const { reply, used, confidence, person } = readAnswer(text);
  const source = texts[used - 1];
  const written = toWhatsAppFormat(redaction.restore(reply)).trim();
  const hasBlanks = /\[(?:name|phone|email) \d+\]|\{\{/.test(written);
  if (person || written === '' || hasBlanks || written.length > longestReply || source === undefined) {
    return { kind: 'none', person, confidence };
  }
  const { kind, id, title, body } = source;
  return { kind: 'answer', reply: written, confidence, source: { kind, id, title, passage: bestPassage(body, words) } };
}

function readAnswer(text: string): { reply: string; used: number; confidence: number | null; person: boolean } {
  try {
    const json = JSON.parse(/\{[\s\S]*\}/.exec(text)?.[0] ?? '') as Record<string, unknown>;
    const { reply, text: used, confidence, person } = json;
    const isPercent = typeof confidence === 'number' && confidence >= 0 && confidence <= 100;
    return {
      reply: typeof reply === 'string' ? reply : '',
      used: typeof used === 'number' && Number.isInteger(used) ? used : 0,
      confidence: isPercent ? Math.round(confidence) : null,
      person: person === true,
    };
  } catch {
    return { reply: '', used: 0, confidence: null, person: false };
  }
}
