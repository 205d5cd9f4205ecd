import { findOptOutWord, maxOptOutWord } from '@parley/contract/opt-out-words';
import type { Transaction } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { listOptOutSettings } from '../../accounts/public.ts';
import { ensureContacts, identityKey, lockOptOut, recordKeywordOptOut } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { NormalizedMessage } from '../normalize/normalized-events.ts';
import { type Answered, answerOptOut } from './answer-opt-out.ts';

type Asked = { message: NormalizedMessage; body: string };

/** What a customer wrote, or the button that they tapped. */
function saidBy({ message, origin }: NormalizedMessage): string | null {
  if (origin.kind !== 'customer') return null;
  if (message.type === 'text') return message.content.body;
  return message.type === 'button' ? message.content.text : null;
}

/**
 * Opts customers out of marketing messages, or in again, who sent one of the account's words for it or tapped a button
 * that is one; each opt-out and opt-in is confirmed once, in this transaction.
 */
export async function applyOptOutWords(
  tx: Transaction,
  fresh: readonly NormalizedMessage[],
): Promise<{ changes: NewChange[]; answered: Answered[] }> {
  const short = fresh.flatMap((message): Asked[] => {
    const body = saidBy(message);
    return body === null || body.length > maxOptOutWord * 2 ? [] : [{ message, body }];
  });
  const changes: NewChange[] = [];
  const answered: Answered[] = [];
  if (short.length === 0) return { changes, answered };
  const settingsOf = await listOptOutSettings(tx, [...new Set(short.map(({ message }) => message.contact.clientId))]);
  for (const { message, body } of short) {
    const { contact, at } = message;
    const { clientId } = contact;
    const settings = settingsOf(clientId);
    const found = findOptOutWord(body, settings.words);
    if (found === null) continue;
    const { contactIds } = await ensureContacts(tx, [contact], newId);
    const contactId = contactIds.get(identityKey(contact));
    if (contactId === undefined) continue;
    const before = await lockOptOut(tx, clientId, contactId);
    const isOut = found.asked === 'opt_out';
    const change = { active: isOut, detail: body.trim(), at };
    const version = await recordKeywordOptOut(tx, clientId, contactId, change, 'webhook');
    if (version === null) continue;
    changes.push({ clientId, collection: 'contacts', id: contactId, marker: 'MODIFIED', version });
    // Who is out already, or is still out for another reason, is told nothing.
    const isNew = isOut
      ? !before.by_keyword
      : before.opted_out && !(await lockOptOut(tx, clientId, contactId)).opted_out;
    const sent = isNew && settings.answers.on ? await answerOptOut(tx, message, settings.answers, found) : null;
    if (sent !== null) answered.push(sent);
  }
  return { changes, answered };
}
