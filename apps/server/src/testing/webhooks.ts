import { fixtureIds, signedBody } from '@parley/whatsapp-fixtures';
import { applied, ask } from './inbox.ts';
import { nowS, type World } from './world.ts';

const { wabaId, phoneNumberId, displayPhoneNumber } = fixtureIds;

/** The number's own part of a change, as fields about its customers carry it. */
export const metadata = { display_phone_number: displayPhoneNumber, phone_number_id: phoneNumberId };

/** Posts one change of any field, signed, and waits until it is understood. @param timeS the entry's time, default now */
export async function tell(world: World, field: string, value: object, timeS = nowS()): Promise<void> {
  const delivery = {
    object: 'whatsapp_business_account',
    entry: [{ id: wabaId, time: timeS, changes: [{ field, value }] }],
  };
  const { body, signature } = signedBody(delivery, world.appSecret);
  const answer = await world.postWebhook(body, signature);
  if (answer.status !== 200) throw new Error(`${field}: ${answer.status}`);
  await applied(world.server.owner);
}

export type Fact = { value: string; active: boolean; detail: Record<string, unknown> | null; ends_at: Date | null };

/** What is known of the world's channel under a name. */
export async function factOf(world: World, name: string): Promise<Fact | undefined> {
  const [row] = await ask<Fact>(
    world.server.owner,
    'select value, active, detail, ends_at from channel_facts where client_id = $1 and channel_id = $2 and name = $3',
    [world.clientId, world.channelId, name],
  );
  return row;
}

export async function channelOf(world: World): Promise<{ state: string; state_reason: string | null; pace: number }> {
  const [row] = await ask<{ state: string; state_reason: string | null; pace: number }>(
    world.server.owner,
    'select state, state_reason, pace from channels where client_id = $1 and id = $2',
    [world.clientId, world.channelId],
  );
  if (row === undefined) throw new Error('the channel is gone');
  return row;
}
