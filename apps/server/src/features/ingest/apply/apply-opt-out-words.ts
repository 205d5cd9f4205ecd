import {
  findChosenOptOut,
  findOptOutWord,
  findTappedOptOut,
  type OptOutRequest,
  type OptOutWords,
} from '@parley/contract/opt-out-words';
import type { InboundContent } from '@parley/whatsapp-client';
import type { Transaction } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { listOptOutSettings } from '../../accounts/public.ts';
import {
  type ContactInput,
  ensureContacts,
  identityKey,
  lockOptOut,
  recordKeywordOptOut,
} from '../../contacts/public.ts';
import { flagMessage } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { Amendment, NormalizedMessage } from '../normalize/normalized-events.ts';
import { type Answered, answerOptOut } from './answer-opt-out.ts';
import { isStandby } from './apply-messages.ts';
import { findMessageThread } from './message-thread-query.ts';

type Heard = {
  channel: NormalizedMessage['channel'];
  providerId: string;
  contact: ContactInput | null;
  content: InboundContent;
  at: Date;
  /** Edits and captions only opt out: nobody opts in beside something else. */
  outOnly: boolean;
  /** Another sender of the number answers there: a confirmation of ours would take the conversation over. */
  silent: boolean;
};

/**
 * Opts customers out of marketing messages, or in again, who sent one of the account's words for it or tapped an opt-out
 * button; each opt-out and opt-in is confirmed once, in this transaction.
 */
export async function applyOptOutWords(
  tx: Transaction,
  fresh: readonly NormalizedMessage[],
  edits: readonly Amendment[],
): Promise<{ changes: NewChange[]; answered: Answered[] }> {
  const heard = [...fresh.flatMap(heardIn), ...edits.flatMap(heardInEdit)];
  const changes: NewChange[] = [];
  const answered: Answered[] = [];
  if (heard.length === 0) return { changes, answered };
  const settingsOf = await listOptOutSettings(tx, [...new Set(heard.map(({ channel }) => channel.clientId))]);
  for (const one of heard) {
    const { clientId, channelId } = one.channel;
    const { words, answers } = settingsOf(clientId);
    const request = findRequest(one.content, words);
    if (request === null || (one.outOnly && request.asked === 'opt_in')) continue;
    const place = await findMessageThread(tx, clientId, channelId, one.providerId);
    const contactId = one.contact === null ? place?.contact_id : await contactIdOf(tx, one.contact);
    if (contactId === undefined || place?.direction === 'OUTGOING') continue;
    const { version, tell, heeded } = await change(tx, { clientId, contactId, request, at: one.at });
    if (version !== null)
      changes.push({ clientId, collection: 'contacts', id: contactId, marker: 'MODIFIED', version });
    if (place === null) continue;
    if (heeded) await flagMessage(tx, clientId, place.message_id, request.asked);
    const sent =
      tell && answers.on && !one.silent ? await answerOptOut(tx, one.channel, place, answers, request) : null;
    if (sent !== null) answered.push(sent);
  }
  return { changes, answered };
}

type FoundRequest = OptOutRequest & { detail: string };

/** What a customer wrote, tapped, or wrote under a file. */
function findRequest({ type, content }: InboundContent, words: readonly OptOutWords[]): FoundRequest | null {
  if (type === 'button') {
    const find = content.kind === 'quick_reply' ? findTappedOptOut : findChosenOptOut;
    const found = find(content.text, words) ?? (content.kind === 'quick_reply' ? find(content.payload, words) : null);
    return found === null ? null : { ...found, detail: content.text.trim() };
  }
  const text = textOf({ type, content } as InboundContent);
  const found = text === null ? null : findOptOutWord(text, words);
  return found === null || text === null ? null : { ...found, detail: text.trim() };
}

function textOf({ type, content }: InboundContent): string | null {
  if (type === 'text') return content.body;
  return 'caption' in content && typeof content.caption === 'string' ? content.caption : null;
}

function heardIn({ message, origin, channel, contact, at }: NormalizedMessage): Heard[] {
  if (origin.kind !== 'customer' || (message.type !== 'button' && textOf(message) === null)) return [];
  const { providerId } = message;
  return [
    {
      channel,
      providerId,
      contact,
      content: message,
      at,
      outOnly: message.type !== 'text' && message.type !== 'button',
      silent: isStandby(origin),
    },
  ];
}

function heardInEdit({ channel, amends, at }: Amendment): Heard[] {
  const { kind, providerMessageId: providerId, replacement: content } = amends;
  if (kind !== 'edit' || content === null || textOf(content) === null) return [];
  return [{ channel, providerId, contact: null, content, at, outOnly: true, silent: false }];
}

async function contactIdOf(tx: Transaction, contact: ContactInput): Promise<string | undefined> {
  const { contactIds } = await ensureContacts(tx, [contact], newId);
  return contactIds.get(identityKey(contact));
}

/**
 * @returns the contact's new version, null when a later request is stored; whether it is to be confirmed: who is out
 * already, or is still out for another reason, is told nothing; and whether the message was a request rather than a
 * word to the conversation, as START is from who is not out
 */
async function change(
  tx: Transaction,
  { clientId, contactId, request, at }: { clientId: string; contactId: string; request: FoundRequest; at: Date },
): Promise<{ version: number | null; tell: boolean; heeded: boolean }> {
  const before = await lockOptOut(tx, clientId, contactId);
  const active = request.asked === 'opt_out';
  const version = await recordKeywordOptOut(tx, clientId, contactId, { active, detail: request.detail, at }, 'webhook');
  const heeded = active || before.by_keyword;
  if (version === null) return { version, tell: false, heeded };
  const tell = active ? !before.by_keyword : before.opted_out && !(await lockOptOut(tx, clientId, contactId)).opted_out;
  return { version, tell, heeded };
}
