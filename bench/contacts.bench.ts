import type { BarName } from './harness/bars.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { largeAccount, removeLargeAccount } from './harness/large-account.ts';
import type { ContactSeed } from './harness/seed-contacts.ts';

/**
 * The contacts table at a million rows, over HTTP, one reader: pages, sorts, filters, fragments, counts, and
 * delete-all.
 */
export const contactsBench: Bench = {
  name: 'contacts',
  title: 'the table of contacts',
  async run(options) {
    try {
      const { parley, account, seed, contacts } = await largeAccount(options);
      const ask = createAsk(parley.url, account.token);
      const figures: Figure[] = [];
      for (const [name, paths] of Object.entries(questionsOf(seed))) {
        if (wanted(options, name)) figures.push(await measure(options, name as BarName, paths, ask));
      }
      if (wanted(options, 'contacts.delete-all')) figures.push(await measureDeleteAll(options, contacts, ask));
      return figures;
    } finally {
      // Its contacts are deleted.
      await removeLargeAccount();
    }
  },
};

type Answer = {
  data: unknown[];
  next_cursor: string | null;
  job_id: string;
  state: string;
  changed: number;
  count: number;
};
type Ask = (path: string, method?: string) => Promise<Partial<Answer>>;

function createAsk(url: string, token: string): Ask {
  return async (path, method = 'GET') => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: '{}' }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Partial<Answer>;
  };
}

const sorts = [
  'created_at',
  'name',
  'phone_number',
  'opted_in_at',
  'opted_out_at',
  'lists',
  'custom:City',
  'custom:Age',
  'custom:Born',
];

/** Typical queries of the table, by figure; each path is requested many times. */
export function questionsOf({ lists, city }: ContactSeed): Record<string, string[]> {
  const filter = (condition: object) => `filter=${encodeURIComponent(JSON.stringify(condition))}`;
  const is = (field: string, op: string, value?: string) => ({ field, op, ...(value === undefined ? {} : { value }) });
  const filters = [
    is('custom:City', 'is', city),
    is('custom:City', 'is', `${city} 16000`),
    is('custom:City', 'is', 'Nowhere'),
    is('custom:City', 'is_not', city),
    is('custom:City', 'contains', 'eed'),
    is('custom:City', 'contains', '16000'),
    is('custom:City', 'contains', 'zzz'),
    is('custom:City', 'begins_with', 'Tru'),
    is('custom:City', 'is_empty'),
    is('custom:Age', 'more_than', '95'),
    is('custom:Age', 'more_than', '1000'),
    is('custom:Born', 'before', '1950-01-03'),
    is('list', 'in_list', lists.many),
    is('list', 'in_list', lists.few),
    is('list', 'not_in_list', lists.many),
    is('list', 'is_empty'),
    is('opted_out_at', 'is_not_empty'),
    is('opted_in_at', 'after', '2099-01-01'),
    is('opt_in_source', 'is', 'Fair 3'),
    is('opt_in_source', 'is', 'Nothing'),
    is('created_at', 'before', '2001-01-01'),
    is('name', 'begins_with', 'Zaph'),
    is('name', 'contains', 'Beeblebrox'),
    is('phone_number', 'begins_with', '4915100004242'),
    is('phone_number', 'contains', '00004242'),
    is('origin', 'is', 'API'),
    is('origin', 'is', 'IOS_APP'),
    is('username', 'is_not_empty'),
    { all: [is('custom:City', 'is', city), is('custom:Age', 'less_than', '3'), is('list', 'in_list', lists.many)] },
    { any: [is('custom:City', 'is', 'Nowhere'), is('name', 'is', 'Zaphod Beeblebrox')] },
    {
      all: [is('list', 'in_list', lists.few), { any: [is('opted_in_at', 'is_empty'), is('custom:City', 'is', city)] }],
    },
  ];
  const both = filters.flatMap((one) => [`/contacts?${filter(one)}`, `/contacts?sort=name&${filter(one)}`]);
  return {
    'contacts.sort': sorts.flatMap((sort) => [`/contacts?sort=${sort}`, `/contacts?sort=-${sort}`]),
    'contacts.list': Object.values(lists).flatMap((id) =>
      ['-created_at', 'name', 'custom:Age'].map((sort) => `/contacts?sort=${sort}&contact_list_id=${id}`),
    ),
    'contacts.filter': both,
    'contacts.search': ['Zaphod', 'Rossi', 'a ro', 'zq', 'am', 'nobody at all', '00004242', '4915', 'beeble'].flatMap(
      (text) => [
        `/contacts?search=${encodeURIComponent(text)}`,
        `/contacts?sort=name&search=${encodeURIComponent(text)}`,
        `/contacts?search=${encodeURIComponent(text)}&contact_list_id=${lists.some}`,
      ],
    ),
    'contacts.count': [
      ...filters.map((one) => `/contacts/count?${filter(one)}`),
      '/contacts/count',
      '/contacts/count?search=Rossi',
    ],
  };
}

/** The figure is that of the slowest query, so that no slow one hides among many quick ones. */
function measure(options: BenchOptions, name: BarName, paths: readonly string[], ask: Ask): Promise<Figure> {
  const times = options.quick ? 5 : 40;
  return interleave(options, name, {
    comparison: null,
    async subject() {
      const figures: Array<{ path: string; p95: number }> = [];
      for (const path of paths) {
        const took: number[] = [];
        // A query that takes seconds need not be repeated forty times.
        for (let n = 0; n < times && sum(took) < 4_000; n++) took.push(await timed(() => ask(path)));
        const sorted = took.toSorted((a, b) => a - b);
        figures.push({
          path,
          p95: sorted[Math.min(Math.floor(sorted.length * 0.95), sorted.length - 1)] ?? Number.NaN,
        });
      }
      const slowest = figures.toSorted((a, b) => b.p95 - a.p95);
      for (const { path, p95 } of slowest.filter((one) => one.p95 > 40).slice(0, 12)) {
        options.say(`    ${p95.toFixed(0).padStart(6)} ms  ${decodeURIComponent(path)}`);
      }
      const middle = slowest[Math.floor(slowest.length / 2)];
      return {
        value: slowest[0]?.p95 ?? Number.NaN,
        faults: [],
        notes: { 'ms of the middle one': middle?.p95 ?? Number.NaN },
      };
    },
  });
}

async function measureDeleteAll(options: BenchOptions, size: number, ask: Ask): Promise<Figure> {
  const answered = performance.now();
  const { job_id: id } = await ask('/contacts', 'DELETE');
  const value = performance.now() - answered;
  const pages: number[] = [];
  for (;;) {
    const operation = await ask(`/contacts/bulk/${id}`);
    pages.push(await timed(() => ask('/contacts?limit=50')));
    if (operation.state !== 'waiting' && operation.state !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const s = (performance.now() - answered) / 1_000;
  const { count } = await ask('/contacts/count');
  const sample: Sample = {
    value,
    faults: count === 0 ? [] : [`${count} of ${size} contacts are left`],
    notes: { 's until all are gone': s, 'ms of the slowest page meanwhile': Math.max(...pages) },
  };
  options.say(`  ${size} contacts: answered after ${value.toFixed(0)} ms, all gone after ${s.toFixed(0)} s`);
  return { name: 'contacts.delete-all', rounds: [{ subject: sample, comparison: null }] };
}

async function timed(fn: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await fn();
  return performance.now() - began;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
