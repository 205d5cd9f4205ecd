import { fixtureIds, signedBody } from '@parley/whatsapp-fixtures';
import { queryAsOwner, untilApplied } from './inbox.ts';
import { nowS, type World } from './world.ts';

const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;

/** The number's part of a change, as in fields about its customers. */
export const metadata = { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId };

/** Posts one signed change of any field, and waits until it is applied. @param timeS the entry's time, default now */
export async function postAccountUpdate(world: World, field: string, value: object, timeS = nowS()): Promise<void> {
  const delivery = {
    object: 'whatsapp_business_account',
    entry: [{ id: wabaId, time: timeS, changes: [{ field, value }] }],
  };
  const { body, signature } = signedBody(delivery, world.appSecret);
  const answer = await world.postWebhook(body, signature);
  if (answer.status !== 200) throw new Error(`${field}: ${answer.status}`);
  await untilApplied(world.server.owner);
}

let calls = 0;

/** The end of a call of a customer, as WhatsApp reports one that nobody took. */
export const missedCall = (from: string, more: object = {}) => ({
  id: `wacid.${from}.${++calls}`,
  from,
  to: displayPhoneNumber,
  event: 'terminate',
  direction: 'USER_INITIATED',
  status: 'FAILED',
  timestamp: String(nowS()),
  ...more,
});

/** Delivers what WhatsApp says of calls of a customer. */
export async function reportCalls(world: World, from: string, ...elements: unknown[]): Promise<void> {
  const contacts = [{ profile: { name: 'Ana' }, wa_id: from }];
  await postAccountUpdate(world, 'calls', { messaging_product: 'whatsapp', metadata, contacts, calls: elements });
}

export type AccountFact = {
  value: string;
  active: boolean;
  detail: Record<string, unknown> | null;
  ends_at: Date | null;
};

/** The stored fact of the world's channel with a name. */
export async function factOf(world: World, name: string): Promise<AccountFact | undefined> {
  const [row] = await queryAsOwner<AccountFact>(
    world.server.owner,
    'select value, active, detail, ends_at from channel_facts where client_id = $1 and channel_id = $2 and name = $3',
    [world.clientId, world.channelId, name],
  );
  return row;
}

export async function channelOf(world: World): Promise<{ state: string; state_reason: string | null; pace: number }> {
  const [row] = await queryAsOwner<{ state: string; state_reason: string | null; pace: number }>(
    world.server.owner,
    'select state, state_reason, pace from channels where client_id = $1 and id = $2',
    [world.clientId, world.channelId],
  );
  if (row === undefined) throw new Error('the channel is gone');
  return row;
}
