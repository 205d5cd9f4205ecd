import { maxOptOutWord, optOutAskedBy } from '@parley/contract/opt-out-words';
import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { listOptOutWords } from '../../accounts/public.ts';
import { ensureContacts, identityKey, recordKeywordOptOut } from '../../contacts/public.ts';
import type { NewChange } from '../../sync/public.ts';
import type { NormalizedMessage } from '../normalize/normalized-events.ts';

type Asked = { message: NormalizedMessage; body: string };

/** Opts customers out of marketing messages, or in again, who sent one of the account's words for it. */
export async function applyOptOutWords(tx: Executor, fresh: readonly NormalizedMessage[]): Promise<NewChange[]> {
  const short = fresh.flatMap((item): Asked[] => {
    const { message, origin } = item;
    if (origin.kind !== 'customer' || message.type !== 'text') return [];
    const { body } = message.content;
    return body.length > maxOptOutWord * 2 ? [] : [{ message: item, body }];
  });
  if (short.length === 0) return [];
  const wordsOf = await listOptOutWords(tx, [...new Set(short.map(({ message }) => message.contact.clientId))]);
  const changes: NewChange[] = [];
  for (const { message, body } of short) {
    const { contact, at } = message;
    const asked = optOutAskedBy(body, wordsOf(contact.clientId));
    if (asked === null) continue;
    const { contactIds } = await ensureContacts(tx, [contact], newId);
    const contactId = contactIds.get(identityKey(contact));
    if (contactId === undefined) continue;
    const { clientId } = contact;
    const change = { active: asked === 'opt_out', detail: body.trim(), at };
    const version = await recordKeywordOptOut(tx, clientId, contactId, change, 'webhook');
    if (version !== null)
      changes.push({ clientId, collection: 'contacts', id: contactId, marker: 'MODIFIED', version });
  }
  return changes;
}
