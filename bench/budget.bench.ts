import { join } from 'node:path';
import { callJson, register, startSimulator, untilArrived } from './broadcast.bench.ts';
import { makeAccounts } from './harness/accounts.ts';
import { type Bench, type Sample, wanted } from './harness/bench.ts';
import { temporaryFolder } from './harness/folder.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';
import { preloadStatistics, statementTimes } from './harness/statistics.ts';

/** What only a budget asks of the database before recipients are sent to, by the words of its statements. */
const ofBudget = [
  'from broadcast_settings .*for no key update',
  'from campaign_costs k join campaigns',
  'report_rates',
];

/** What a budget costs: its statements, of all that the database does from the start of a broadcast to its last status. */
export const budgetBench: Bench = {
  name: 'budget',
  title: 'the share of a budget in the database time of a broadcast',
  async run(options) {
    if (!wanted(options, 'budget')) return [];
    const folder = await temporaryFolder('budget');
    const simulator = await startSimulator(join(folder.path, 'simulator.db'));
    const started = { dataDir: join(folder.path, 'data'), env: { GRAPH_BASE_URL: `${simulator.url}/simulator` } };
    const first = await startParley(options, started);
    await preloadStatistics(first.ownerUrl);
    await first.stop();
    const parley = await startParley(options, started);
    try {
      await register(simulator);
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account');
      const owner = await connectOwner(parley.ownerUrl);
      await owner.query('update channels set pace = 1000, version = version + 1 where id = $1', [account.channelId]);
      await owner.end();
      const api = <T>(method: string, path: string, body?: unknown) =>
        callJson<T>(method, `${parley.url}${path}`, account.token, body);
      await api('POST', '/api/templates/sync', { channel_id: account.channelId, dry_run: false });
      const rates = [{ from: '2026-01-01', category: 'utility', market: '', price: 0.01 }];
      await api('PUT', '/api/reports/rates', { currency: 'EUR', version: 0, rates });
      const limits = { limit_messages: null, limit_days: null };
      const budget = { monthly_budget: 1_000_000, warn_percent: 80, start_over_budget: false, ...limits, version: 0 };
      await api('PUT', '/api/broadcast-settings', budget);
      const rounds: { subject: Sample; comparison: null }[] = [];
      for (let round = 0; round < options.rounds; round++) {
        const before = await statementTimes(parley.ownerUrl, ofBudget);
        await send(api, account.channelId, options.quick ? 3_000 : 10_000, round);
        const after = await statementTimes(parley.ownerUrl, ofBudget);
        const percent = (100 * (after.own - before.own)) / (after.all - before.all);
        options.say(`  budget round ${round}: ${percent.toFixed(2)} %`);
        rounds.push({
          subject: { value: percent, faults: after.own === before.own ? ['no budget was checked'] : [] },
          comparison: null,
        });
      }
      return [{ name: 'broadcast.budget', rounds }];
    } finally {
      await parley.remove();
      await simulator.stop();
      await folder.remove();
    }
  },
};

type Api = <T>(method: string, path: string, body?: unknown) => Promise<T>;

async function send(api: Api, channelId: string, recipients: number, round: number): Promise<void> {
  const { data } = await api<{ data: { id: string; name: string }[] }>('GET', '/api/templates?status=ACTIVE');
  const { id } = await api<{ id: string }>('POST', '/api/campaigns', {
    name: `Budget ${round}`,
    channel_id: channelId,
    template_id: data.find(({ name }) => name === 'hello_world')?.id,
    audience: {
      phone_numbers: Array.from(
        { length: recipients },
        (_, n) => `+44790${String(round * 200_000 + n).padStart(7, '0')}`,
      ),
    },
  });
  await api('POST', `/api/campaigns/${id}/start`);
  await untilArrived(api, id, performance.now() + 60_000 + recipients * 10);
}
