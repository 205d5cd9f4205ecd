import { createHash } from 'node:crypto';
import { foldText } from '@parley/contract/fold-text';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { MessageRow, ThreadRow } from '../messaging/public.ts';
import { listMemberNames, listRecentMessages } from './conversation-query.ts';
import { type HelpTextRow, searchHelpTexts } from './help-text-repo.ts';
import { lineOf, wordsOf } from './message-text.ts';
import { createRedaction, type Redaction } from './redaction.ts';
import {
  type ChatMessage,
  type ConversationLine,
  conversationLimits,
  newestLines,
  replyRequest,
  summaryRequest,
  translationRequest,
} from './requests.ts';
import type { SettingsRow } from './settings-repo.ts';

const mostHelpTexts = 3;
const mostWords = 40;
/** Messages of the customer in which the question is. */
const questionMessages = 3;
const shortestWord = 4;
const uuid = /^[0-9a-f-]{36}$/;

/** What a request is made of, and what its answer needs. */
export type Prepared = {
  messages: ChatMessage[];
  redaction: Redaction;
  help: HelpTextRow[];
  words: string[];
  count: number;
};

export async function prepareReply(
  tx: TenantTx,
  thread: ThreadRow,
  settings: SettingsRow,
  uid: string,
): Promise<Prepared> {
  const rows = await listRecentMessages(tx, thread.id, conversationLimits.messages);
  const { redaction, lines, count, words } = await readLines(tx, rows, thread.contact_name, settings, uid);
  const help =
    settings.functions.includes('answers') && words.length > 0 ? await searchHelpTexts(tx, words, mostHelpTexts) : [];
  return { messages: replyRequest(lines, help), redaction, help, words, count };
}

type Lines = { redaction: Redaction; lines: ConversationLine[]; count: number; words: string[] };

/**
 * Messages as they may be sent, and the words of the customer's last ones.
 * @param uid of the member who asks, null: nobody
 * @throws AppError validation_failed for messages without words
 */
export async function readLines(
  tx: TenantTx,
  rows: readonly MessageRow[],
  contactName: string | null,
  settings: SettingsRow,
  uid: string | null,
): Promise<Lines> {
  const redaction = await redactionFor(tx, contactName, rows, settings, uid);
  return { redaction, ...linesOf(rows, redaction), words: questionWords(rows) };
}

export async function prepareSummary(
  tx: TenantTx,
  thread: ThreadRow,
  settings: SettingsRow,
  uid: string,
  language: string,
): Promise<Prepared> {
  const rows = await listRecentMessages(tx, thread.id, conversationLimits.messages);
  const redaction = await redactionFor(tx, thread.contact_name, rows, settings, uid);
  const { lines, count } = linesOf(rows, redaction);
  return { messages: summaryRequest(lines, language), redaction, help: [], words: [], count };
}

/** @throws AppError validation_failed for a message without words */
export async function prepareTranslation(
  tx: TenantTx,
  message: MessageRow,
  contactName: string | null,
  settings: SettingsRow,
  uid: string,
  language: string,
): Promise<Prepared> {
  const text = translatable(message);
  const redaction = await redactionFor(tx, contactName, [message], settings, uid);
  return { messages: translationRequest(redaction.hide(text), language), redaction, help: [], words: [], count: 1 };
}

/** @throws AppError validation_failed for a message without words */
export function translatable(message: MessageRow): string {
  const text = wordsOf(message);
  if (text === '') throw new AppError('validation_failed', { message: 'This message has no text to translate.' });
  return text;
}

export function hashOfText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function redactionFor(
  tx: TenantTx,
  contactName: string | null,
  rows: readonly MessageRow[],
  settings: SettingsRow,
  uid: string | null,
): Promise<Redaction> {
  if (settings.includes_names) return createRedaction([], true);
  const authors = new Set([uid ?? '', ...rows.map(({ created_by }) => created_by)]);
  const members = await listMemberNames(
    tx,
    [...authors].filter((author) => uuid.test(author)),
  );
  return createRedaction([...(contactName === null ? [] : [contactName]), ...members], false);
}

/** @throws AppError validation_failed for a conversation without words */
function linesOf(rows: readonly MessageRow[], redaction: Redaction): { lines: ConversationLine[]; count: number } {
  const lines = newestLines(
    rows.flatMap((row) => {
      const text = redaction.hide(lineOf(row));
      const from = row.direction === 'INCOMING' ? 'customer' : 'business';
      return text === '' || row.type === 'system' ? [] : [{ from, text } as const];
    }),
  );
  if (lines.length === 0) {
    throw new AppError('validation_failed', { message: 'This conversation has no messages yet.' });
  }
  return { lines, count: lines.length };
}

/** The words of the customer's last messages, folded. Short ones say little in any language. */
function questionWords(rows: readonly MessageRow[]): string[] {
  const asked = rows.filter(({ direction }) => direction === 'INCOMING').slice(-questionMessages);
  return wordsIn(asked.map(wordsOf).join(' ')).slice(0, mostWords);
}

function wordsIn(text: string): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  // Scripts without spaces between words have no long "words" to compare; their fragments do as well.
  return [...new Set(words)].filter((word) => word.length >= shortestWord || /[^\p{Script=Latin}\p{N}]/u.test(word));
}

/** The paragraph of a help text with most words of the question. */
export function bestPassage(body: string, words: readonly string[]): string {
  const paragraphs = body.split(/\n{2,}/).map((part) => part.trim());
  const scored = paragraphs.map((part) => {
    const folded = foldText(part);
    return { part, hits: words.filter((word) => folded.includes(word)).length };
  });
  const [best] = scored.toSorted((a, b) => b.hits - a.hits);
  return (best?.part ?? body).slice(0, 600);
}
