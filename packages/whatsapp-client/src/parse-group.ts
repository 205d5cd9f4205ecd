import type { GroupUpdate } from './field-updates.ts';
import {
  isObject,
  type JsonObject,
  readId,
  readList,
  readName,
  readObject,
  readPhone,
  readTimeMs,
  readUserId,
} from './fields.ts';
import { completeIdentity } from './parse-sender.ts';
import type { MalformedReason, Sender } from './webhook-events.ts';

const STATES = new Map<string, NonNullable<GroupUpdate['state']>>([
  ['group_create', 'active'],
  ['group_delete', 'deleted'],
  ['group_suspend', 'suspended'],
  ['group_suspend_cleared', 'active'],
]);

/**
 * One element of `groups`. Meta's reference has the subject as a text, its page about webhooks as an object that also
 * says whether the change succeeded. An order that failed (`errors`) changed nothing.
 * @param value the change's value, whose `contacts` name participants
 */
export function readGroupUpdate(element: JsonObject, value: JsonObject): GroupUpdate | MalformedReason {
  const groupId = readId(element, 'group_id');
  if (groupId === null) return 'id_missing';
  const type = readName(element, 'type', 255) ?? '';
  const failed = readList(element, 'errors').length > 0;
  const contacts = readList(value, 'contacts');
  const added = readParticipants(element, 'added_participants', contacts);
  const removed = readParticipants(element, 'removed_participants', contacts);
  return {
    kind: 'group',
    groupId,
    subject: readSetting(element, 'subject', 255, failed),
    description: readSetting(element, 'description', 2_048, failed),
    state: failed ? null : (STATES.get(type) ?? null),
    added: added.people,
    removed: removed.people,
    unnamed: [...added.unnamed, ...removed.unnamed],
    timestampMs: readTimeMs(element, 'timestamp'),
  };
}

function readSetting(element: JsonObject, name: string, maxLength: number, failed: boolean): string | null {
  const setting = readObject(element, `group_${name}`) ?? readObject(element, name);
  if (setting === null) return failed ? null : readName(element, name, maxLength);
  // Of one order some settings may succeed and others fail: each says so itself.
  return setting.update_successful === false ? null : readName(setting, 'text', maxLength);
}

/** @returns also those who have neither a number nor a user id, as they came */
function readParticipants(
  element: JsonObject,
  key: string,
  contacts: readonly unknown[],
): { people: Sender[]; unnamed: unknown[] } {
  const people: Sender[] = [];
  const unnamed: unknown[] = [];
  for (const participant of readList(element, key)) {
    const person = isObject(participant) ? readPerson(participant, contacts) : null;
    if (person === null) unnamed.push(participant);
    else people.push(person);
  }
  return { people, unnamed };
}

function readPerson(participant: JsonObject, contacts: readonly unknown[]): Sender | null {
  const person = completeIdentity(
    {
      phone: readPhone(participant, 'wa_id') ?? readPhone(participant, 'input'),
      userId: readUserId(participant, 'user_id') ?? readUserId(participant, 'input'),
      parentUserId: readUserId(participant, 'parent_user_id'),
    },
    contacts,
  );
  return person.phone === null && person.userId === null ? null : person;
}
