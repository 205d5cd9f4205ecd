import type { Thread } from '@parley/contract/types';
import { newId } from '../platform/ids.ts';
import { queryAsOwner, untilApplied } from './inbox.ts';
import { freshPhone } from './phones.ts';
import { metadata, postAccountUpdate } from './webhooks.ts';
import { freshWamid, nowS, type World } from './world.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/groups/groups-messaging/ */

export const freshGroup = () => `Y2FwaV9ncm91cDo${newId()}`;

export type Person = { phone: string; name: string };
export const person = (name: string): Person => ({ phone: freshPhone(), name });

/** The value of a delivery: somebody writes in a group. */
export function textInGroup(
  group: string,
  from: Person,
  body: string,
  { id = freshWamid(), atS = nowS(), ...more } = {},
) {
  return {
    contacts: [{ profile: { name: from.name }, wa_id: from.phone }],
    messages: [
      { from: from.phone, id, timestamp: String(atS), type: 'text', text: { body }, group_id: group, ...more },
    ],
  };
}

/** Delivers what WhatsApp says of a group. @param contacts who is named by number or user id */
export async function tellOfGroup(
  world: World,
  field: string,
  group: string,
  said: object,
  atS = nowS(),
  contacts: object[] = [],
): Promise<void> {
  const told = { timestamp: atS, group_id: group, request_id: newId(), ...said };
  await postAccountUpdate(world, field, { messaging_product: 'whatsapp', metadata, contacts, groups: [told] }, atS);
  await untilApplied(world.server.owner);
}

/** The conversation of a group, as the Owner sees it. */
export async function threadOfGroup(world: World, group: string): Promise<Thread> {
  const rows = await queryAsOwner<{ id: string }>(
    world.server.owner,
    'select id from threads where client_id = $1 and group_id = $2',
    [world.clientId, group],
  );
  if (rows.length !== 1) throw new Error(`${rows.length} conversations of a group`);
  return (await world.api('GET /api/threads/{id}', { params: { id: rows[0]?.id ?? '' } })).body;
}

/** A group with messages of two people. */
export async function talkInGroup(world: World) {
  const [group, ana, ben] = [freshGroup(), person('Ana Silva'), person('Ben Okafor')];
  await world.deliver(textInGroup(group, ana, 'Hello', { atS: nowS() - 20 }));
  await world.deliver(textInGroup(group, ben, 'Hi all', { atS: nowS() - 10 }));
  await untilApplied(world.server.owner);
  return { group, ana, ben, thread: await threadOfGroup(world, group) };
}
