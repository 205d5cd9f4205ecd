import type { ComposeBody, FieldError } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { ensurePeople, findContacts, type Person, parsePhone, personKey, phoneMatchKey } from '../contacts/public.ts';
import { addChanges } from '../sync/public.ts';
import { seesContact, visibilityOf } from '../team/public.ts';
import { findSendChannel, findThreads, updateThread } from './repo.ts';
import { ensureThreads, threadKey } from './thread-repo.ts';

type Recipient = Pick<ComposeBody['messages'][number], 'to' | 'contact_id'>;
type Refused = { problem: string; field: 'to' | 'contact_id'; missing?: true };
type Found = { person: Person };

/**
 * The threads of a channel and some people, found or made, held until the transaction ends; in the order of the people.
 * @throws AppError validation_failed or not_found with everybody who cannot be written to, under `messages.<place>.…`
 */
export async function threadsFor(
  tx: TenantTx,
  actor: AccountActor,
  channelId: string,
  recipients: readonly Recipient[],
): Promise<string[]> {
  const { clientId } = actor;
  const channel = await findSendChannel(tx, channelId);
  if (channel === null) throw new AppError('not_found', { message: 'This channel was not found.' });
  const people = await findPeople(tx, actor, channel.country, recipients);
  const distinct = new Map(people.map((person) => [personKey(person), person]));
  refuseTwice(people.map(personKey), recipients);
  const { contactIds, changes } = await ensurePeople(tx, [...distinct.values()], newId);
  const contactOf = (person: Person) => contactIds.get(personKey(person)) ?? '';
  refuseTwice(people.map(contactOf), recipients);
  const wanted = people.map((person) => ({
    clientId,
    channelId,
    contactId: contactOf(person),
    toPhone: person.kind === 'phone' ? person.value : null,
    toUserId: person.kind === 'user' ? person.value : null,
  }));
  const { threadIds, made } = await ensureThreads(tx, wanted, newId);
  const ids = wanted.map((one) => threadIds.get(threadKey(one)) ?? '');
  const versions = await takeOver(tx, actor, made);
  await refuseUnseenThreads(tx, actor, ids, recipients);
  await addChanges(tx, [
    ...changes.map((change) => ({
      collection: 'contacts' as const,
      id: change.id,
      marker: change.marker,
      version: change.version,
    })),
    ...[...made].map((id) => ({
      collection: 'threads' as const,
      id,
      marker: 'NEW' as const,
      version: versions.get(id) ?? 1,
    })),
  ]);
  return ids;
}

/** Whoever sees only what is assigned to them could not see the conversations they begin. @returns their new versions */
async function takeOver(
  tx: TenantTx,
  actor: AccountActor,
  made: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  const { assigneeId } = visibilityOf(actor);
  const versions = new Map<string, number>();
  if (assigneeId === null) return versions;
  for (const id of made) versions.set(id, (await updateThread(tx, id, { assigneeId })) ?? 1);
  return versions;
}

async function findPeople(
  tx: TenantTx,
  actor: AccountActor,
  country: string,
  recipients: readonly Recipient[],
): Promise<Person[]> {
  const view = visibilityOf(actor);
  const wanted = recipients.flatMap(({ contact_id: id }) => id ?? []);
  const contacts = new Map((wanted.length === 0 ? [] : await findContacts(tx, wanted)).map((row) => [row.id, row]));
  const personOf = (kind: 'phone' | 'user', value: string): Found => ({
    person: {
      clientId: actor.clientId,
      kind,
      key: kind === 'phone' ? phoneMatchKey(value) : value,
      value,
      name: '',
      username: null,
      other: null,
    },
  });
  const looked: (Found | Refused)[] = [];
  for (const { to, contact_id: contactId } of recipients) {
    if ((to === undefined) === (contactId === undefined)) {
      looked.push({ field: 'to', problem: 'Name either a number or a contact.' });
    } else if (typeof to === 'string') {
      const phone = parsePhone(to, country);
      looked.push(phone === null ? { field: 'to', problem: 'This is not a phone number.' } : personOf('phone', phone));
    } else if (to !== undefined) {
      looked.push(personOf('user', to.user_id));
    } else {
      const contact = contacts.get(contactId ?? '');
      if (contact === undefined || !(await seesContact(tx, view, contact.id))) {
        looked.push({ field: 'contact_id', problem: 'This contact was not found.', missing: true });
      } else if (contact.phone_number !== null) looked.push(personOf('phone', contact.phone_number));
      else if (contact.user_id !== null) looked.push(personOf('user', contact.user_id));
      else looked.push({ field: 'contact_id', problem: 'This contact has no number to write to.' });
    }
  }
  const refused = looked.flatMap((one, at) => ('person' in one ? [] : [{ ...one, at }]));
  const [first] = refused;
  if (first !== undefined) {
    const data = refused.map(({ at, field, problem }) => ({ field: `messages.${at}.${field}`, msg: problem }));
    throw new AppError(first.missing === true ? 'not_found' : 'validation_failed', { data });
  }
  return looked.flatMap((one) => ('person' in one ? one.person : []));
}

/** @param who what tells people apart */
function refuseTwice(who: readonly string[], recipients: readonly Recipient[]): void {
  const data = who.flatMap((one, at): FieldError[] => {
    const first = who.indexOf(one);
    if (first === at) return [];
    return [{ field: fieldOf(recipients, at), msg: `This is the same person as number ${first + 1}.` }];
  });
  if (data.length > 0) throw new AppError('validation_failed', { data });
}

/** A conversation out of sight is answered as one that does not exist. */
async function refuseUnseenThreads(
  tx: TenantTx,
  actor: AccountActor,
  ids: readonly string[],
  recipients: readonly Recipient[],
): Promise<void> {
  const view = visibilityOf(actor);
  if (view.everything) return;
  const seen = new Set((await findThreads(tx, ids)).filter((row) => view.seesThread(row)).map(({ id }) => id));
  const data = ids.flatMap((id, at): FieldError[] =>
    seen.has(id) ? [] : [{ field: fieldOf(recipients, at), msg: 'This conversation was not found.' }],
  );
  if (data.length > 0) throw new AppError('not_found', { data });
}

function fieldOf(recipients: readonly Recipient[], at: number): string {
  return `messages.${at}.${recipients[at]?.contact_id === undefined ? 'to' : 'contact_id'}`;
}
