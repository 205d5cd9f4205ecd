import { randomUUID } from 'node:crypto';
import type { GroupInput } from '../control-types.ts';
import { newPhone } from '../engine/new-phone.ts';
import { enqueueGroup } from '../engine/updates.ts';
import type { Reply } from '../http/exchange.ts';
import { type ControlCall, ControlFault, invalid, readObject } from './call.ts';
import { list, readFields, text } from './fields.ts';
import { presentPhone } from './phones.ts';

/** The platform's. */
const mostMembers = 8;

/**
 * `POST …/groups {subject, members}`: a group of the business with these phones, which then can write in it and are written
 * to together. 201 with the group as a phone: its id is the group's.
 * @throws ControlFault 422 too few, too many, or not a phone
 */
export async function createGroup({ core, account, exchange }: ControlCall): Promise<Reply> {
  const { subject, members = [] } = readFields<GroupInput>(await readObject(exchange), {
    subject: text(128),
    members: list(text(40)),
  });
  if (subject === undefined) throw invalid('subject is missing');
  const people = [...new Set(members)].map((id) => core.phones.find(account.key, id));
  if (people.length < 2 || people.length > mostMembers) throw invalid(`members must be two to ${mostMembers} phones`);
  if (people.some((phone) => phone === null || phone.members !== null)) throw invalid('members must be phones');
  const { phones } = core.settings.limits;
  if (phones !== null && core.phones.isFull(account.key, phones)) {
    throw new ControlFault(409, 'phone_limit', `A sandbox holds at most ${phones} phones`);
  }
  const id = Buffer.from(`capi_group:${account.display_phone_number}:${randomUUID()}`).toString('base64url');
  const given = newPhone(account, { phone_number: id, user_id: `GROUP.${id}`, name: subject });
  const group = core.database.write(() => {
    const made = core.phones.insert({ ...given, members: people.flatMap((phone) => phone?.id ?? []) });
    enqueueGroup(core, account, 'group_lifecycle_update', made, { type: 'group_create', subject });
    const added = people.flatMap((phone) => (phone === null ? [] : [{ wa_id: phone.id, user_id: phone.user_id }]));
    const joined = { type: 'group_participants_add', reason: 'invite_link', added_participants: added };
    enqueueGroup(core, account, 'group_participants_update', made, joined);
    return made;
  });
  return { status: 201, json: presentPhone(group) };
}
