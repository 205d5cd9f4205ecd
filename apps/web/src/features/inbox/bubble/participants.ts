import type { Message, Thread } from '@parley/contract/types';
import { contactName } from '../../contacts/public.ts';

type Participant = NonNullable<Thread['group']>['participants'][number];

/** The name of somebody in a group, or their number. */
export function participantName(one: Participant): string {
  return one.name === '' && one.username === null && one.phone_masked !== undefined
    ? one.phone_masked
    : contactName(one);
}

/** Who of a group wrote a message, by its `sender_id`; null for an erased person, and outside of groups. */
export function senderName({ group }: Pick<Thread, 'group'>, senderId: string | undefined): string | null {
  const sender = senderId === undefined ? undefined : group?.participants.find(({ id }) => id === senderId);
  return sender === undefined ? null : participantName(sender);
}

/** Who wrote a message that came in: the customer, or one of a group. */
export function writerName(
  thread: Pick<Thread, 'contact' | 'group'>,
  { sender_id: senderId }: Pick<Message, 'sender_id'>,
): string {
  return senderName(thread, senderId) ?? contactName(thread.contact);
}

/** Who is in a group now, everybody once. */
export function participantsIn({ group }: Pick<Thread, 'group'>): Participant[] {
  const present = group?.participants.filter(({ is_in: isIn }) => isIn) ?? [];
  return [...new Map(present.map((one) => [one.contact_id, one])).values()];
}
