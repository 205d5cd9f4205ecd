// @module-tag data
import { KEPT_FIELDS, READ_FIELDS } from '@parley/whatsapp-client';
import { fixtureIds, signedBody } from '@parley/whatsapp-fixtures';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryAsOwner, untilApplied } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { metadata } from '../../../testing/webhooks.ts';
import { freshWamid, nowS, testWorld, type World } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

/** Members that fields have, each with values that are not theirs. */
const members = [
  ...['messages', 'statuses', 'message_echoes', 'standby', 'history', 'state_sync', 'user_preferences', 'contacts'],
  ...['automatic_events', 'control_passed', 'control_taken', 'sender', 'recipient', 'type', 'event', 'status'],
  ...['configuration_name', 'username', 'volume_tier_info', 'restriction_info', 'alert_info', 'decision'],
  ...['message_template_id', 'message_template_name', 'timestamp', 'user_actions', 'errors'],
];
const odd: unknown[] = [null, 7, 'x', true, [], {}, [null], [7], ['x'], [[]], [{}], [{ id: {} }], { message: 7 }];
const values = (): unknown[] => [
  ...odd,
  { metadata },
  ...members.flatMap((member) => odd.map((value) => ({ metadata, unknown_member: { a: 1 }, [member]: value }))),
  // A known type with content that does not fit it.
  { recipient: metadata, sender: { phone_number: {} }, type: 'control_passed', control_passed: [] },
  {
    recipient: metadata,
    sender: { phone_number: '447700900111' },
    type: 'control_taken',
    control_taken: { metadata: 7 },
  },
];

test.each([...READ_FIELDS, ...KEPT_FIELDS.keys(), 'a_field_of_tomorrow'])(
  '%s with missing, unknown and wrongly typed members: nothing is lost, and the rest of the delivery is applied',
  async (field) => {
    const id = freshWamid();
    const message = { from: freshPhone(), id, timestamp: String(nowS()), type: 'text', text: { body: 'Beside it' } };
    const wrong = values().map((value) => ({ field, value }));
    const right = { field: 'messages', value: { metadata, messages: [message] } };
    const half = Math.floor(wrong.length / 2);
    const changes = [...wrong.slice(0, half), right, ...wrong.slice(half)];
    const entry = [{ id: fixtureIds.wabaId, time: nowS(), changes }];
    const delivery = { object: 'whatsapp_business_account', entry };
    const { body, signature } = signedBody(delivery, world.appSecret);
    expect((await world.postWebhook(body, signature)).status).toBe(200);
    await untilApplied(world.server.owner);
    const sql = (text: string, more: unknown[] = []) =>
      queryAsOwner<{ n: number }>(world.server.owner, text, [world.clientId, ...more]);
    const [stored] = await sql(
      'select count(*)::int as n from messages where client_id = $1 and provider_message_id = $2',
      [id],
    );
    expect(stored?.n).toBe(1);
    const [missing] = await sql(
      `select count(*)::int as n from webhook_refusals where client_id = $1 and reason = 'could_not_apply'`,
    );
    expect(missing?.n, 'deliveries that could not be applied').toBe(0);
    // Every part is stored, or kept with a reason.
    const [parts] = await sql(
      'select coalesce(sum(received - stored - refused), 0)::int as n from webhook_statistics where client_id = $1',
    );
    expect(parts?.n).toBe(0);
  },
);
