import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { type ContactInput, ensureContacts, identityKey } from '../../contacts/public.ts';
import { amendMessage, noteParticipants } from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { distinctContacts } from '../normalize/normalize.ts';
import type { Amendment, Refusal } from '../normalize/normalized-events.ts';

/**
 * Applies edits by the sender, and deletions with who deleted; earlier contents stay stored.
 * @returns changes, and refusals of amendments to messages that are not stored
 */
export async function applyAmendments(
  tx: Executor,
  amendments: readonly Amendment[],
): Promise<{ changes: NewChange[]; refusals: Refusal[] }> {
  const changes: NewChange[] = [];
  const refusals: Refusal[] = [];
  const people = await deletersOf(tx, amendments);
  changes.push(...people.changes);
  // Amendments are rare: they run one after the other in the order of their times, so that the last one wins.
  const inOrder = [...amendments].sort((left, right) => left.at.getTime() - right.at.getTime());
  for (const { channel, by, amends, at, ifUnknown } of inOrder) {
    const { clientId, channelId } = channel;
    const revokedBy = isPerson(by) ? (people.ids.get(identityKey(by)) ?? null) : by;
    const target = { clientId, channelId, providerId: amends.providerMessageId };
    const row = await amendMessage(tx, target, {
      kind: amends.kind,
      ...replacementOf(amends),
      at,
      revokedBy,
    });
    if (row === null) refusals.push(ifUnknown);
    else if (row.version !== null) {
      changes.push({ clientId, collection: 'messages', id: row.id, marker: 'MODIFIED', version: row.version });
    }
  }
  return { changes, refusals };
}

function isPerson(by: Amendment['by']): by is ContactInput {
  return by !== null && by !== 'us';
}

/** Whoever deletes a message of a group is in it, also where they wrote nothing. */
async function deletersOf(
  tx: Executor,
  amendments: readonly Amendment[],
): Promise<{ ids: ReadonlyMap<string, string>; changes: NewChange[] }> {
  const deletions = amendments.filter(({ amends }) => amends.kind === 'revoke');
  const people = distinctContacts(deletions.map(({ by }) => by).filter(isPerson));
  if (people.length === 0) return { ids: new Map(), changes: [] };
  const { contactIds, changes } = await ensureContacts(tx, people, newId);
  const told = deletions.flatMap(({ channel, by, groupId, at }) => {
    const id = isPerson(by) ? contactIds.get(identityKey(by)) : undefined;
    if (groupId === null || id === undefined) return [];
    const place = { client_id: channel.clientId, channel_id: channel.channelId, group_id: groupId };
    return [{ ...place, contact_id: id, is_in: true, at: at.toISOString() }];
  });
  await noteParticipants(tx, told);
  return { ids: contactIds, changes: changes.map((change) => ({ ...change, collection: 'contacts' as const })) };
}

/** An edit with unreadable new content still marks the message as edited. */
function replacementOf({ replacement }: Amendment['amends']): { type: string | null; content: unknown } {
  if (replacement === null || replacement.type === 'reaction' || replacement.type === 'unsupported') {
    return { type: null, content: null };
  }
  const { type, content } = replacement;
  return { type, content: type === 'contacts' ? { contacts: content } : content };
}
