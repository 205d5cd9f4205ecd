import type { AiAction, AiDraft, AiSummary, AiTranslation } from '@parley/contract/types';
import { toWhatsAppFormat } from '@parley/contract/whatsapp-format';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findMessages,
  findThreads,
  getVisibleMessage,
  getVisibleThread,
  type MessageRow,
} from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { failureError, ProviderFailure } from './failures.ts';
import { findMember, putLanguage } from './member-repo.ts';
import type { Answer } from './provider.ts';
import { findSettings, lockSettings, type SettingsRow } from './settings-repo.ts';
import { type Reserved, reserve, spend } from './spend.ts';
import {
  bestPassage,
  hashOfText,
  type Prepared,
  prepareReply,
  prepareSummary,
  prepareTranslation,
  translatable,
} from './texts.ts';
import { findTranslation, putTranslation } from './translation-repo.ts';

/** @throws AppError ai_off */
export function requireOn(settings: SettingsRow | null, action: AiAction): SettingsRow {
  if (settings?.functions.includes(action)) return settings;
  throw new AppError('ai_off', {
    message: settings === null ? 'No AI provider is connected.' : 'An Admin switched this off under Integrations.',
  });
}

/**
 * Prepares a call in one short transaction: consent, text, reservation.
 * @throws AppError ai_off, ai_consent_needed, ai_limit_reached, too_many_requests
 */
async function begin(
  tx: TenantTx,
  actor: MemberActor,
  action: AiAction,
  prepare: (settings: SettingsRow) => Promise<Prepared>,
): Promise<{ call: Reserved; prepared: Prepared }> {
  const settings = requireOn(await lockSettings(tx), action);
  if ((await findMember(tx, actor.uid)).consents[action] !== settings.consent_id) {
    throw new AppError('ai_consent_needed', { message: 'Look at what is sent and agree to it first.' });
  }
  const prepared = await prepare(settings);
  return { prepared, call: await reserve(tx, settings, actor.author, action, prepared.messages) };
}

/** @throws AppError ai_failed with the provider's own words */
async function ask(
  platform: Platform,
  call: Reserved,
  signal: AbortSignal,
  store?: (tx: TenantTx, answer: Answer) => Promise<void>,
): Promise<Answer> {
  try {
    return await spend(platform, call, signal, store);
  } catch (error) {
    throw error instanceof ProviderFailure ? failureError(error) : error;
  }
}

export async function draftReply(
  platform: Platform,
  actor: MemberActor,
  threadId: string,
  signal: AbortSignal,
): Promise<AiDraft> {
  const { call, prepared } = await platform.db.withTenant(actor.clientId, async (tx) => {
    const thread = await getVisibleThread(tx, threadId, visibilityOf(actor));
    return begin(tx, actor, 'reply', (settings) => prepareReply(tx, thread, settings, actor.uid));
  });
  const { text } = await ask(platform, call, signal);
  const { reply, used } = readReply(text);
  const source = used === null ? undefined : prepared.help[used - 1];
  return {
    text: toWhatsAppFormat(prepared.redaction.restore(reply)),
    source:
      source === undefined
        ? null
        : { id: source.id, title: source.title, passage: bestPassage(source.body, prepared.words) },
    searched: call.settings.functions.includes('answers'),
  };
}

/** Models that do not keep to JSON answer with the reply alone. */
function readReply(text: string): { reply: string; used: number | null } {
  const json = /\{[\s\S]*\}/.exec(text)?.[0];
  try {
    const { reply, help_text: used } = JSON.parse(json ?? '') as { reply?: unknown; help_text?: unknown };
    if (typeof reply === 'string' && reply.trim() !== '') {
      return { reply: reply.trim(), used: Number.isInteger(used) ? (used as number) : null };
    }
  } catch {
    // Not JSON.
  }
  return { reply: text, used: null };
}

export async function summarize(
  platform: Platform,
  actor: MemberActor,
  threadId: string,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<AiSummary> {
  const { call, prepared } = await platform.db.withTenant(actor.clientId, async (tx) => {
    const thread = await getVisibleThread(tx, threadId, visibilityOf(actor));
    const language = await languageOf(tx, actor, wanted);
    return begin(tx, actor, 'summary', (settings) => prepareSummary(tx, thread, settings, actor.uid, language));
  });
  const { text } = await ask(platform, call, signal);
  return { text: prepared.redaction.restore(text), messages: prepared.count };
}

/** A stored translation costs nothing and sends nothing, so it needs neither consent nor a connected provider. */
export async function translate(
  platform: Platform,
  actor: MemberActor,
  messageId: string,
  wanted: string,
  signal: AbortSignal,
): Promise<AiTranslation> {
  const [language = wanted] = Intl.getCanonicalLocales(wanted);
  const found = await platform.db.withTenant(actor.clientId, async (tx) => {
    const message = await getVisibleMessage(tx, messageId, visibilityOf(actor));
    const sourceHash = hashOfText(translatable(message));
    const stored = await findTranslation(tx, message.id, language, sourceHash);
    if (stored !== null) {
      await putLanguage(tx, actor.uid, language);
      return { kind: 'stored', stored } as const;
    }
    const name = await contactNameOf(tx, message);
    const begun = await begin(tx, actor, 'translation', (settings) =>
      prepareTranslation(tx, message, name, settings, actor.uid, language),
    );
    await putLanguage(tx, actor.uid, language);
    return { kind: 'begun', ...begun, row: { messageId: message.id, language, sourceHash } } as const;
  });
  if (found.kind === 'stored') return { text: found.stored, language };
  const { call, prepared, row } = found;
  const answer = await ask(platform, call, signal, async (tx, { text }) => {
    // The message may have been deleted while the provider was asked.
    if ((await findMessages(tx, [row.messageId])).length === 0) return;
    await putTranslation(tx, { ...row, text: prepared.redaction.restore(text) });
  });
  return { text: prepared.redaction.restore(answer.text), language };
}

async function languageOf(tx: TenantTx, { uid }: MemberActor, wanted: string | undefined): Promise<string> {
  return wanted ?? (await findMember(tx, uid)).language ?? 'en';
}

async function contactNameOf(tx: TenantTx, message: MessageRow): Promise<string | null> {
  return (await findThreads(tx, [message.thread_id]))[0]?.contact_name ?? null;
}

/** The request as it would be sent now. @throws AppError not_found, ai_off */
export async function previewOf(
  platform: Platform,
  actor: MemberActor,
  what:
    | { action: 'reply' | 'summary'; threadId: string; language?: string | undefined }
    | { action: 'translation'; messageId: string; language: string },
): Promise<{ settings: SettingsRow; prepared: Prepared }> {
  return platform.db.withTenant(
    actor.clientId,
    async (tx) => {
      const view = visibilityOf(actor);
      if (what.action === 'translation') {
        const message = await getVisibleMessage(tx, what.messageId, view);
        const settings = requireOn(await findSettings(tx), 'translation');
        const name = await contactNameOf(tx, message);
        const [language = what.language] = Intl.getCanonicalLocales(what.language);
        return { settings, prepared: await prepareTranslation(tx, message, name, settings, actor.uid, language) };
      }
      const thread = await getVisibleThread(tx, what.threadId, view);
      const settings = requireOn(await findSettings(tx), what.action);
      if (what.action === 'reply') return { settings, prepared: await prepareReply(tx, thread, settings, actor.uid) };
      const language = await languageOf(tx, actor, what.language);
      return { settings, prepared: await prepareSummary(tx, thread, settings, actor.uid, language) };
    },
    { readOnly: true },
  );
}
