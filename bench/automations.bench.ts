import type pg from 'pg';
import { type Account, makeAccounts, pauseNumber } from './harness/accounts.ts';
import type { Bench } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner, untilCount } from './harness/owner.ts';
import { type Parley, startParley } from './harness/parley.ts';
import { seedAccounts } from './harness/seed.ts';

const timers = 10_000;
const overS = 60;

/**
 * Runs whose waits are over within one minute, each in a conversation of its own: how late the message behind the wait is
 * written. The number is paused, so that the sending itself is not measured.
 */
export const automationsBench: Bench = {
  name: 'automations',
  title: 'waits of automations that are over',
  async run(options) {
    const [runs, seconds] = options.quick ? [timers / 10, overS / 10] : [timers, overS];
    const parley = await startParley(options);
    const owner = await connectOwner(parley.ownerUrl);
    try {
      const accounts = await makeAccounts(parley, 1);
      const [account] = accounts;
      if (account === undefined) throw new Error('no account was made');
      await seedAccounts(owner, accounts, { customers: runs, messages: runs });
      await pauseNumber(parley, account);
      const automation = await publish(parley, account);
      const figure = await interleave(options, 'automations.timers', {
        comparison: null,
        async subject() {
          await owner.query('delete from automation_runs');
          await seedRuns(owner, account, automation, { runs, seconds });
          await untilCount(owner, 'select count(*) as n from automation_runs where ended_at is not null', runs);
          const { rows } = await owner.query<{ p99: number; p50: number; sent: number }>(
            `select percentile_cont(0.99) within group (order by late) as p99,
               percentile_cont(0.5) within group (order by late) as p50, count(message_id)::int as sent
             from (select s.message_id, extract(epoch from s.at)::float8 - substr(r.event_key, 7)::float8 as late
               from automation_runs r join automation_run_steps s on s.client_id = r.client_id and s.run_id = r.id) x`,
          );
          const [row] = rows;
          const faults = row?.sent === runs ? [] : [`${row?.sent} messages instead of ${runs}`];
          return { value: row?.p99 ?? Number.NaN, faults, notes: { 's p50': row?.p50 ?? Number.NaN } };
        },
      });
      return [figure];
    } finally {
      await owner.end();
      await parley.remove();
    }
  },
};

/** @returns its id */
async function publish(parley: Parley, account: Account): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${parley.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { id: string };
  };
  const flow = {
    ...{ trigger: { kind: 'keyword', match: 'exact', words: ['wait'] }, conditions: [], start: 'w' },
    steps: [
      { id: 'w', kind: 'wait', minutes: 1, next: 's' },
      { id: 's', kind: 'send_text', text: 'Hello {{FIRST_NAME}}', next: null },
    ],
    settings: { quiet_minutes: 0, max_runs: 100, pass_on: false },
  };
  const { id } = await post('/automations', { name: 'Timers', flow });
  await post(`/automations/${id}/publish`, {});
  return id;
}

/** Runs that wait before their last step, as the engine leaves them; `event_key` says when each is due. */
async function seedRuns(
  owner: pg.Client,
  { clientId }: Account,
  automation: string,
  { runs, seconds }: { runs: number; seconds: number },
): Promise<void> {
  await owner.query(
    `insert into automation_runs (client_id, id, automation_id, version_number, thread_id, channel_id, event_key, state,
       step_id, lines, due_at)
     select client_id, gen_random_uuid(), $2, 1, id, channel_id, 'timer:' || extract(epoch from due), 'WAITING', 's', 0, due
     from (select *, now() + interval '5 seconds' + row_number() over (order by id) * $4::float8 / $3 * interval '1 second' as due
       from threads where client_id = $1 order by id limit $3) t`,
    [clientId, automation, runs, seconds],
  );
  await owner.query('analyze automation_runs');
}
