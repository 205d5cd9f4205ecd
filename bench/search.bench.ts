import type pg from 'pg';
import { type Account, makeAccounts } from './harness/accounts.ts';
import type { Bench, BenchOptions, Figure } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { connectOwner } from './harness/owner.ts';
import { startParley } from './harness/parley.ts';

const fullSize = { messages: 5_200_000, threads: 200_000 };
const threadsAStatement = 2_000;

/** Frequent and rare fragments, words in other scripts, none, and single letters. */
const searches = [
  ...['repair', 'the', 'frame still', 'ticket 4242', '99990', 'quick repair of 7', 'nothing like this', 'ö', 'er'],
  ...['größe', 'grosse', 'دراجة', 'साइकिल', '自転車', 'велосипед'],
];

/**
 * The search of messages over the whole history of an account, over HTTP, one reader. What is measured is the slowest of
 * the searches.
 */
export const searchBench: Bench = {
  name: 'search',
  title: 'search of messages',
  async run(options) {
    const scale = options.quick ? 0.02 : 1;
    const parley = await startParley(options);
    const owner = await connectOwner(parley.ownerUrl);
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account was made');
      await seed(owner, account, scale, options.say);
      return [await measure(options, parley.url, account.token)];
    } finally {
      await owner.end();
      await parley.remove();
    }
  },
};

function measure(options: BenchOptions, url: string, token: string): Promise<Figure> {
  const times = options.quick ? 5 : 40;
  const ask = async (text: string) => {
    const began = performance.now();
    const response = await fetch(`${url}/api/messages/search?q=${encodeURIComponent(text)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await response.json()) as { data?: unknown[] };
    if (!response.ok || data === undefined) throw new Error(`${text}: ${response.status}`);
    return { ms: performance.now() - began, found: data.length };
  };
  return interleave(options, 'search.messages', {
    comparison: null,
    async subject() {
      const took: { text: string; ms: number; found: number }[] = [];
      for (const text of searches) {
        const answers = [];
        for (let n = 0; n < times; n++) answers.push(await ask(text));
        const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
        const at = Math.min(Math.floor(sorted.length * 0.95), sorted.length - 1);
        took.push({ text, ms: sorted[at] ?? Number.NaN, found: answers[0]?.found ?? 0 });
      }
      took.sort((a, b) => b.ms - a.ms);
      for (const { text, ms, found } of took.slice(0, 5)) {
        options.say(`    ${ms.toFixed(0).padStart(6)} ms  ${text} (${found})`);
      }
      // A small history may lack the rare ones.
      const wrong = took.filter(({ text, found }) =>
        text === 'nothing like this' ? found > 0 : found === 0 && !options.quick,
      );
      const faults = wrong.map(({ text, found }) => `${text} found ${found}`);
      return { value: took[0]?.ms ?? Number.NaN, faults };
    },
  });
}

async function seed(owner: pg.Client, account: Account, scale: number, say: (line: string) => void): Promise<void> {
  const threads = Math.round(fullSize.threads * scale);
  const each = Math.round(fullSize.messages / fullSize.threads);
  for (let from = 1; from <= threads; from += threadsAStatement) {
    const to = Math.min(threads, from + threadsAStatement - 1);
    await owner.query(insert, [account.clientId, account.channelId, from, to, each]);
    if (to % 20_000 === 0 || to === threads) say(`  ${to * each} messages`);
  }
  await owner.query('vacuum analyze messages, threads, contacts');
}

// Of a thousand messages one is in another script.
const insert = `
  with people as (
    insert into contacts (client_id, id, name) select $1::uuid, uuidv7(), 'Person ' || n from generate_series($3::int, $4::int) n
    returning id, name
  ), talks as (
    insert into threads (client_id, id, channel_id, contact_id, last_message_at)
    select $1::uuid, uuidv7(), $2::uuid, id, now() from people returning id, contact_id
  )
  insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, source, medium, type, status, content,
    created_by, created_at, "timestamp", sort_at)
  select $1::uuid, uuidv7(), id, $2::uuid, contact_id, case when k % 2 = 1 then 'INCOMING' else 'OUTGOING' end, 'INBOX', 'WEBHOOK',
    'text', 2, jsonb_build_object('body', case when h % 1000 = 0
      then (array['Welche Größe hat der Rahmen','متى تصل دراجة الأطفال','मेरी साइकिल कब आएगी','自転車はいつ届きますか','Когда будет готов велосипед'])[1 + h / 1000 % 5]
      else (array['Is the blue frame still in stock','When can I collect order','Thank you for the quick repair of',
        'The delivery came without','Could you check the brakes of','Please keep one for me until','How much is the large one with',
        'It fits perfectly, greetings from','We open at nine and look at','Your bike is ready, ticket'])[1 + h % 10] end || ' ' || h % 99991),
    'webhook', at, at, date_trunc('second', at)
  from (
    select t.*, k, abs(hashtext(t.id::text || k)) as h, now() - (abs(hashtext(t.id::text)) % 300000) * interval '1 minute' + k * interval '1 minute' as at
    from talks t cross join generate_series(1, $5::int) k
  ) lines`;
