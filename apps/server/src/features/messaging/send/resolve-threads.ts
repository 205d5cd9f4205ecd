import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { ComposeBody, FieldError } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type ContactInput, ensureContacts, findContacts, identityKey } from '../../contacts/public.ts';
import { addChanges } from '../../sync/public.ts';
import { isContactVisible, visibilityOf } from '../../team/public.ts';
import { ensureThreads, threadKey } from '../threads/ensure-threads-repo.ts';
import { findThreads, updateThread } from '../threads/thread-repo.ts';
import { sandboxContact } from './acceptance.ts';
import { findSendChannel, type SendChannel } from './channel-query.ts';

type Recipient = Pick<ComposeBody['messages'][number], 'to' | 'contact_id'>;
type Problem = { problem: string; field: 'to' | 'contact_id'; missing?: true };
type Found = { contact: ContactInput };

/**
 * The threads of a channel and several recipients, found or created and locked; in the order of the recipients.
 * @throws AppError validation_failed or not_found for every invalid recipient, under `messages.<index>.…`
 */
export async function resolveThreads(
  tx: TenantTx,
  actor: AccountActor,
  channelId: string,
  recipients: readonly Recipient[],
): Promise<string[]> {
  const { clientId } = actor;
  const channel = await findSendChannel(tx, channelId);
  if (channel === null) throw new AppError('not_found', { message: 'This channel was not found.' });
  const inputs = await findContactInputs(tx, actor, channel, recipients);
  const distinct = new Map(inputs.map((input) => [identityKey(input), input]));
  refuseDuplicates(inputs.map(identityKey), recipients);
  const { contactIds, changes } = await ensureContacts(tx, [...distinct.values()], newId);
  const contactOf = (input: ContactInput) => contactIds.get(identityKey(input)) ?? '';
  refuseDuplicates(inputs.map(contactOf), recipients);
  if (!channel.sandbox) await refuseSandboxContacts(tx, inputs.map(contactOf), recipients);
  const wanted = inputs.map((input) => ({
    clientId,
    channelId,
    contactId: contactOf(input),
    toPhone: input.kind === 'phone' ? input.value : null,
    toUserId: input.kind === 'user' ? input.value : null,
  }));
  const { threadIds, made } = await ensureThreads(tx, wanted, newId);
  const ids = wanted.map((one) => threadIds.get(threadKey(one)) ?? '');
  const versions = await assignToSender(tx, actor, made);
  await requireVisibleThreads(tx, actor, ids, recipients);
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

/** A member who sees only assigned threads could not see the threads they start. @returns the new versions */
async function assignToSender(
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

async function findContactInputs(
  tx: TenantTx,
  actor: AccountActor,
  { country, sandbox }: SendChannel,
  recipients: readonly Recipient[],
): Promise<ContactInput[]> {
  const view = visibilityOf(actor);
  const wanted = recipients.flatMap(({ contact_id: id }) => id ?? []);
  const contacts = new Map((wanted.length === 0 ? [] : await findContacts(tx, wanted)).map((row) => [row.id, row]));
  const inputOf = (kind: 'phone' | 'user', value: string): Found => ({
    contact: {
      clientId: actor.clientId,
      kind,
      key: kind === 'phone' ? phoneMatchKey(value) : value,
      value,
      name: '',
      username: null,
      other: null,
      // A real channel does not reach sandbox contacts, and makes none of them real.
      ...(sandbox && { sandbox }),
    },
  });
  const results: (Found | Problem)[] = [];
  for (const { to, contact_id: contactId } of recipients) {
    if ((to === undefined) === (contactId === undefined)) {
      results.push({ field: 'to', problem: 'Name either a number or a contact.' });
    } else if (typeof to === 'string') {
      const phone = parsePhone(to, country);
      results.push(phone === null ? { field: 'to', problem: 'This is not a phone number.' } : inputOf('phone', phone));
    } else if (to !== undefined) {
      results.push(inputOf('user', to.user_id));
    } else {
      const contact = contacts.get(contactId ?? '');
      if (contact === undefined || !(await isContactVisible(tx, view, contact.id))) {
        results.push({ field: 'contact_id', problem: 'This contact was not found.', missing: true });
      } else if (contact.sandbox && !sandbox) {
        results.push({ field: 'contact_id', problem: sandboxContact });
      } else if (contact.phone_number !== null) results.push(inputOf('phone', contact.phone_number));
      else if (contact.user_id !== null) results.push(inputOf('user', contact.user_id));
      else {
        const { name } = contact;
        const problem =
          name === '' ? 'This contact has no phone number or user ID.' : `${name} has no phone number or user ID.`;
        results.push({ field: 'contact_id', problem });
      }
    }
  }
  const problems = results.flatMap((one, at) => ('contact' in one ? [] : [{ ...one, at }]));
  const [first] = problems;
  if (first !== undefined) {
    const data = problems.map(({ at, field, problem }) => ({ field: `messages.${at}.${field}`, msg: problem }));
    throw new AppError(first.missing === true ? 'not_found' : 'validation_failed', { data });
  }
  return results.flatMap((one) => ('contact' in one ? one.contact : []));
}

/** @param who a key for each recipient, in the order of the request */
function refuseDuplicates(who: readonly string[], recipients: readonly Recipient[]): void {
  const data = who.flatMap((one, at): FieldError[] => {
    const first = who.indexOf(one);
    if (first === at) return [];
    return [{ field: fieldOf(recipients, at), msg: `This is the same person as number ${first + 1}.` }];
  });
  if (data.length > 0) throw new AppError('validation_failed', { data });
}

/** @param ids of the contacts, in the order of the request */
async function refuseSandboxContacts(
  tx: TenantTx,
  ids: readonly string[],
  recipients: readonly Recipient[],
): Promise<void> {
  const simulated = new Set((await findContacts(tx, ids)).filter(({ sandbox }) => sandbox).map(({ id }) => id));
  const data = ids.flatMap((id, at): FieldError[] =>
    simulated.has(id) ? [{ field: fieldOf(recipients, at), msg: sandboxContact }] : [],
  );
  if (data.length > 0) throw new AppError('validation_failed', { data });
}

/** A thread that the actor cannot see is reported as not found. */
async function requireVisibleThreads(
  tx: TenantTx,
  actor: AccountActor,
  ids: readonly string[],
  recipients: readonly Recipient[],
): Promise<void> {
  const view = visibilityOf(actor);
  if (view.isUnrestricted) return;
  const seen = new Set((await findThreads(tx, ids)).filter((row) => view.canSeeThread(row)).map(({ id }) => id));
  const data = ids.flatMap((id, at): FieldError[] =>
    seen.has(id) ? [] : [{ field: fieldOf(recipients, at), msg: 'This conversation was not found.' }],
  );
  if (data.length > 0) throw new AppError('not_found', { data });
}

function fieldOf(recipients: readonly Recipient[], at: number): string {
  return `messages.${at}.${recipients[at]?.contact_id === undefined ? 'to' : 'contact_id'}`;
}
