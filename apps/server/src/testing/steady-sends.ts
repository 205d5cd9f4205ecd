import type { Thread } from '@parley/contract/types';
import type { SendRecord } from '@parley/whatsapp-simulator';
import { expect } from 'vitest';
import { newId } from '../platform/ids.ts';
import { queryAsOwner, textBody } from './inbox.ts';
import type { World } from './world.ts';

/** What the provider took, in order. */
export async function sendsOf(world: World): Promise<SendRecord[]> {
  return (await world.phone<{ data: SendRecord[] }>('GET', '/books?limit=10000')).data;
}

/** Sends that go on until `stop`, which answers the ids of the messages by phone, in order. */
export type SteadySends = { stop(): Promise<Map<string, string[]>> };

/** Sends 20 messages a second, each again until it is answered, like a browser. */
export function sendSteadily(world: World, threads: readonly Thread[]): SteadySends {
  const sent = new Map(threads.map((thread) => [thread.contact.phone_number ?? '', [] as string[]]));
  let stopped = false;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50 * threads.length));
  const running = threads.map(async (thread) => {
    while (!stopped) {
      const body = { ...textBody(thread, 'steady'), id: newId() };
      sent.get(thread.contact.phone_number ?? '')?.push(body.id);
      while ((await world.api('POST /api/messages', { body })).status >= 500) await pause();
      await pause();
    }
  });
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
      return sent;
    },
  };
}

/**
 * The provider and our database agree: each message once at the provider, in order for each customer, and no other
 * trigger is claimed.
 * @param wanted ids of messages by phone, in order
 */
export async function compareTraffic(world: World, wanted: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const entries = await sendsOf(world);
  for (const [phone, ids] of wanted) {
    const got = entries.filter((entry) => entry.phone === phone && ids.includes(entry.opaque ?? ''));
    expect(new Set(got.map((entry) => entry.opaque)).size, `${phone}: something twice`).toBe(got.length);
    const shown = await queryAsOwner<{ id: string; status: number; send_state: string }>(
      world.server.owner,
      'select id, status, send_state from messages where id = any($1)',
      [ids],
    );
    const taken = new Set(got.map((entry) => entry.opaque));
    for (const row of shown) {
      if (row.send_state === 'accepted') expect(taken, row.id).toContain(row.id);
      else expect(row.send_state, `${row.id} at the provider: ${taken.has(row.id)}`).toBe('unknown');
    }
    const inOrder = ids.filter((id) => taken.has(id));
    expect(got.map((entry) => entry.opaque)).toEqual(inOrder);
  }
}
