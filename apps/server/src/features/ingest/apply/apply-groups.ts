import type { Executor } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { type ContactInput, ensureContacts, identityKey, setGroupName } from '../../contacts/public.ts';
import {
  ensureThreads,
  type GroupFacts,
  insertGroupLines,
  lockGroupFacts,
  noteParticipants,
  type StatusFold,
  touchGroups,
  writeGroupFacts,
} from '../../messaging/public.ts';
import type { NewChange } from '../../sync/public.ts';
import { distinctContacts } from '../normalize/normalize.ts';
import type { GroupEvent } from '../normalize/normalized-events.ts';

/**
 * Applies what WhatsApp says of groups: subject, description, whether they can be written to, who is in them. Each has its
 * conversation from the first that is heard of it. Of each property the newest wins, whatever the order of the deliveries; a
 * repeated one changes nothing.
 */
export async function applyGroups(tx: Executor, events: readonly GroupEvent[]): Promise<NewChange[]> {
  const changes: NewChange[] = [];
  for (const event of events) changes.push(...(await applyGroup(tx, event)));
  return changes;
}

async function applyGroup(
  tx: Executor,
  { channel, contact, update, added, removed, at }: GroupEvent,
): Promise<NewChange[]> {
  const { clientId, channelId } = channel;
  const people = distinctContacts([contact, ...added, ...removed]);
  const { contactIds, changes: made } = await ensureContacts(tx, people, newId);
  const idOf = (one: ContactInput) => contactIds.get(identityKey(one)) ?? '';
  const place = { clientId, channelId, contactId: idOf(contact) };
  const thread = { ...place, toPhone: null, toUserId: null, groupId: update.groupId };
  const { threadIds, made: fresh } = await ensureThreads(tx, [thread], newId);
  const [threadId = ''] = [...threadIds.values()];
  const before = await lockGroupFacts(tx, clientId, threadId);
  const { facts, state, subject } = newFacts(before, update, at.toISOString());
  const renamed = subject !== null && (await setGroupName(tx, clientId, place.contactId, subject));
  const told = (list: readonly ContactInput[], is_in: boolean) =>
    list.map((one) => ({
      ...{ client_id: clientId, channel_id: channelId, group_id: update.groupId },
      ...{ contact_id: idOf(one), is_in, at: at.toISOString() },
    }));
  const moved = await noteParticipants(tx, [...told(added, true), ...told(removed, false)]);
  const came = moved.filter(({ is_in }) => is_in).map(({ contact_id }) => contact_id);
  const left = moved.filter(({ is_in }) => !is_in).map(({ contact_id }) => contact_id);
  const isNew = fresh.has(threadId);
  const lines = [
    ...(renamed && !isNew ? [{ subject }] : []),
    ...(state === null ? [] : [{ group_state: state }]),
    ...(came.length > 0 ? [{ added: came }] : []),
    ...(left.length > 0 ? [{ removed: left }] : []),
  ];
  const written = await insertGroupLines(tx, clientId, threadId, lines, at);
  const version = await writeGroupFacts(tx, clientId, threadId, facts);
  return [
    ...made.map((change): NewChange => ({ ...change, collection: 'contacts' })),
    { clientId, collection: 'threads', id: threadId, marker: isNew ? 'NEW' : 'MODIFIED', version },
    ...written.map(
      (row): NewChange => ({
        ...{ clientId, collection: 'thread_events', id: row.id, marker: 'NEW', version: row.version },
      }),
    ),
  ];
}

/** @returns the facts to store; the state if it is another one now, the subject if it is not older than the known one */
function newFacts(before: GroupFacts, update: GroupEvent['update'], at: string) {
  const facts = { ...before };
  const isNew = (known: string | undefined) => known === undefined || known <= at;
  let state: GroupFacts['state'] | null = null;
  if (update.state !== null && isNew(before.state_at)) {
    if ((before.state ?? 'active') !== update.state) state = update.state;
    Object.assign(facts, { state: update.state, state_at: at });
  }
  const named = (update.subject !== null || update.description !== null) && isNew(before.subject_at);
  if (named) {
    facts.subject_at = at;
    if (update.description !== null) facts.description = update.description;
  }
  return { facts, state, subject: named ? update.subject : null };
}

/** Gives statuses the contacts of the participants they are about, who are in the group from then on if they were unknown. */
export async function nameParticipants(tx: Executor, folds: readonly StatusFold[]): Promise<NewChange[]> {
  const grouped = folds.filter(({ events }) => events.some(({ of }) => of !== null));
  if (grouped.length === 0) return [];
  const people = distinctContacts(grouped.flatMap(({ events }) => events.flatMap(({ of }) => of ?? [])));
  const { contactIds, changes: made } = await ensureContacts(tx, people, newId);
  for (const { events } of grouped) {
    for (const event of events) if (event.of !== null) event.participant = contactIds.get(identityKey(event.of)) ?? '';
  }
  const moved = await noteParticipants(
    tx,
    grouped.flatMap(({ channel, groupId, events }) =>
      events.flatMap(({ participant, at }) => {
        if (participant === '' || groupId === null) return [];
        const place = { client_id: channel.clientId, channel_id: channel.channelId, group_id: groupId };
        return [{ ...place, contact_id: participant, is_in: true, at: at.toISOString() }];
      }),
    ),
  );
  return [
    ...made.map((change): NewChange => ({ ...change, collection: 'contacts' })),
    ...(await touchGroups(tx, moved)).map(
      (row): NewChange => ({
        ...{ clientId: row.client_id, collection: 'threads', id: row.id, marker: 'MODIFIED', version: row.version },
      }),
    ),
  ];
}
