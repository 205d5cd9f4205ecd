import type { AccountView, Page, SendRecord } from '@parley/whatsapp-simulator';
import type pg from 'pg';
import type { Environment } from './environment.ts';
import type { Replica } from './replica.ts';
import { delay } from './wait-until.ts';

const leftSql = `select
  (select count(*) from messages where send_state in ('waiting', 'started'))::int as unsent,
  (select count(*) from triggers where state <> 'done')::int as triggers,
  (select count(*) from changes_new)::int as unplaced,
  (select count(*) from webhook_events e join ingest_partitions p using (partition) where e.seq > p.applied_seq)::int as unread,
  (select pos from change_counters where client_id = $1)::text as pos`;

type Left = { unsent: number; triggers: number; unplaced: number; unread: number; pos: string };

/** Catching up may take long after many kills, but the backlog must shrink. */
const stuckAfterMs = 120_000;
/** The simulator is restarted after this long without progress, once. */
const restartAfterMs = 10_000;
const deliveriesOwed = 'updates not answered 200';
const pollMs = 400;

/**
 * Waits until nothing is pending: the phones have taken their steps, every webhook is answered and applied,
 * every message was sent, every replica is at the end of the feed, and it stays so for a second.
 * @returns what is still pending when it does not decrease for two minutes; null when all is settled
 */
export async function settle(
  world: Environment,
  owner: pg.Client,
  screens: readonly Replica[],
): Promise<string | null> {
  const countUnfinished = followSends(world);
  let least = Number.POSITIVE_INFINITY;
  let leastAt = performance.now();
  let quietSince = Number.POSITIVE_INFINITY;
  let before = '';
  let restarted = false;
  for (;;) {
    const { owed, position } = await readProgress(world, owner, screens, await countUnfinished());
    const now = performance.now();
    const sum = owed.reduce((total, { n }) => total + n, 0);
    if (sum > 0 || position !== before) quietSince = now;
    if (sum < least) {
      least = sum;
      leastAt = now;
    }
    before = position;
    if (sum === 0 && now - quietSince >= 1_000) return null;
    // After several refused connections in a row the simulator waits for minutes, as WhatsApp does; a restart delivers
    // at once. Nothing is being sent then, so no send becomes unknown by it.
    if (
      !restarted &&
      now - leastAt > restartAfterMs &&
      owed.every(({ n, what }) => n === 0 || what === deliveriesOwed)
    ) {
      restarted = true;
      await world.simulator.kill();
      await world.simulator.start();
      leastAt = performance.now();
    }
    if (now - leastAt > stuckAfterMs) return owed.map(({ n, what }) => `${n} ${what}`).join(', ');
    await delay(pollMs);
  }
}

type Pending = Array<{ n: number; what: string }>;

async function readProgress(
  world: Environment,
  owner: pg.Client,
  screens: readonly Replica[],
  steps: number,
): Promise<{ owed: Pending; position: string }> {
  const { simulator, accessToken, clientId } = world;
  const account = await simulator.control<AccountView>(accessToken, 'GET', 'account');
  const [left] = (await owner.query(leftSql, [clientId])).rows as Left[];
  if (left === undefined) throw new Error('the database answered nothing');
  const behind = screens.filter((screen) => screen.cursor !== left.pos);
  const owed = [
    { n: steps, what: 'sends on their way to a phone' },
    { n: account.deliveries.waiting, what: deliveriesOwed },
    { n: left.unsent, what: 'messages not sent' },
    { n: left.triggers, what: 'triggers not done' },
    { n: left.unplaced, what: 'changes without a position' },
    { n: left.unread, what: 'deliveries not understood' },
    { n: behind.length, what: `screens behind (${behind.map((screen) => screen.name).join(', ')})` },
  ];
  return { owed: owed.filter(({ n }) => n > 0), position: left.pos };
}

/** Counts sends that the phones, which read at once, have not read yet; messages read before are not requested again. */
function followSends({ simulator, accessToken }: Environment): () => Promise<number> {
  let from = '0';
  return async () => {
    let unfinished = 0;
    let next = from;
    for (let after: string | null = from; after !== null; ) {
      const page: Page<SendRecord> = await simulator.control(accessToken, 'GET', `books?limit=10000&after=${after}`);
      for (const send of page.data) {
        if (send.status === 0 || send.status === 1 || send.status === 2) unfinished++;
        else if (unfinished === 0) next = send.cursor;
      }
      after = page.next_cursor;
    }
    from = next;
    return unfinished;
  };
}
