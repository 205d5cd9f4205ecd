import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { customerWrites, queryAsOwner } from '../../../testing/inbox.ts';
import { freshPhone } from '../../../testing/phones.ts';
import { testWorld, until, type World } from '../../../testing/world.ts';

/* Opt-outs and opt-ins are confirmed once, in the transaction that stores them. */

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());
beforeEach(() => set(null));

const set = (opt_out_answers: object | null) =>
  world.api('PUT /api/client', { body: { opt_out_answers } as unknown as Record<string, never> });
const answersTo = async (phone: string) => {
  const rows = await queryAsOwner<{ body: string; created_by: string; send_state: string }>(
    world.server.owner,
    `select m.content->>'body' as body, m.created_by, m.send_state from messages m join threads t on t.id = m.thread_id
     where t.to_phone = $1 and m.direction = 'OUTGOING' order by m.sort_at`,
    [phone],
  );
  return rows.map(({ body }) => body);
};

describe('a confirmation', () => {
  test('is sent once for an opt-out, in the language of the word, and once for opting in again', async () => {
    const phone = freshPhone();
    await customerWrites(world, phone, 'hello');
    expect(await answersTo(phone)).toEqual([]);
    await customerWrites(world, phone, 'Stop!');
    const out = "You won't get marketing messages from us any more. Send START to get them again.";
    expect(await answersTo(phone)).toEqual([out]);
    // Again, and in another word: they are out already.
    await customerWrites(world, phone, 'STOP');
    await customerWrites(world, phone, 'Unsubscribe');
    expect(await answersTo(phone)).toEqual([out]);
    await customerWrites(world, phone, 'subscribe');
    const back = "You'll get marketing messages from us again. Send STOP to stop them.";
    expect(await answersTo(phone)).toEqual([out, back]);
    await customerWrites(world, phone, 'START');
    expect(await answersTo(phone)).toEqual([out, back]);
    await until(async () => {
      const { data } = await world.phone<{ data: { phone: string }[] }>('GET', '/books?limit=10000');
      return data.filter((entry) => entry.phone === phone).length === 2 ? true : null;
    });
  });

  test('has the account’s own text, and can be turned off', async () => {
    await set({ on: true, texts: [{ language: 'en', opt_out: 'Bye.', opt_in: '' }] });
    const phone = freshPhone();
    await customerWrites(world, phone, 'stop');
    await customerWrites(world, phone, 'start');
    expect(await answersTo(phone)).toEqual([
      'Bye.',
      "You'll get marketing messages from us again. Send STOP to stop them.",
    ]);
    await set({ on: false, texts: [] });
    const other = freshPhone();
    await customerWrites(world, other, 'stop');
    expect(await answersTo(other)).toEqual([]);
  });

  test('is not sent for opting in while the contact is out for another reason', async () => {
    const phone = freshPhone();
    const thread = await customerWrites(world, phone, 'stop');
    await world.api('PUT /api/contacts/{id}/suppression', {
      params: { id: thread.contact_id },
      body: { scope: 'marketing' },
    });
    await customerWrites(world, phone, 'start');
    expect(await answersTo(phone)).toHaveLength(1);
  });

  test('is refused with the field named when a language is there twice', async () => {
    const text = { language: 'en', opt_out: 'a', opt_in: 'b' };
    const refused = await set({ on: true, texts: [text, text] });
    expect(refused).toMatchObject({ status: 422, body: { error: { data: [{ field: 'opt_out_answers.texts' }] } } });
  });
});
