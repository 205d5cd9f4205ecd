import { readFile } from 'node:fs/promises';
import type { TenantTx } from '../../../../platform/db/sql.ts';
import type { ExtraPage } from '../../../../platform/export/exported-table.ts';
import { getNameAndCountry } from '../../../accounts/public.ts';
import { authorOf, entryOf, type Reading, textOf } from './entry.ts';
import { type Html, html, nothing, page } from './html.ts';
import { conversationFolder, conversationName, firstList, listPage, pager, rowsOfList } from './lists.ts';
import {
  type ConversationRow,
  countConversations,
  type EntryRow,
  listConversations,
  listEntries,
  listNames,
} from './pages-query.ts';
import { SearchParts } from './search-parts.ts';

/** Messages and notes of a page. */
const pageRows = 200;
/** Conversations whose first pages are read together. */
const readTogether = 10;

type Parts = { names: SearchParts; texts: SearchParts };

/** Pages to read and search in a browser, in an order in which none is kept in memory. */
export async function* readablePages(tx: TenantTx): AsyncGenerator<ExtraPage> {
  const account = await getNameAndCountry(tx, tx.clientId);
  const reading: Reading = { names: await listNames(tx), clock: clockOf(account.time_zone) };
  const total = await countConversations(tx);
  for (const name of ['look.css', 'search.js'])
    yield { name: `pages/${name}`, content: await readFile(new URL(name, import.meta.url)), rows: 0 };
  const parts: Parts = { names: new SearchParts('names'), texts: new SearchParts('texts') };
  let first: readonly ConversationRow[] = [];
  let last: ConversationRow | null = null;
  for (let no = 1; ; no++) {
    const rows: ConversationRow[] = await listConversations(tx, last, rowsOfList);
    if (no === 1) first = rows;
    else if (rows.length > 0)
      yield { name: `pages/list-${no}.html`, content: listPage(rows, no, total, reading), rows: 0 };
    for (let at = 0; at < rows.length; at += readTogether)
      yield* conversations(tx, rows.slice(at, at + readTogether), reading, parts);
    last = rows.at(-1) ?? null;
    if (rows.length < rowsOfList) break;
  }
  yield* parts.names.flush();
  yield* parts.texts.flush();
  const found = { names: parts.names.parts, texts: parts.texts.parts };
  yield { name: 'index.html', content: firstList(account.name, first, total, found, reading), rows: 0 };
}

async function* conversations(
  tx: TenantTx,
  rows: readonly ConversationRow[],
  reading: Reading,
  parts: Parts,
): AsyncGenerator<ExtraPage> {
  const ids = rows.map(({ id }) => id);
  const found = Map.groupBy(await listEntries(tx, ids, null, pageRows + 1), ({ thread_id: id }) => id);
  for (const row of rows) {
    yield* parts.names.add([row.id, conversationName(row), row.phone_number ?? '']);
    let entries = found.get(row.id) ?? [];
    for (let no = 1; ; no++) {
      const here = entries.slice(0, pageRows);
      const more = entries.length > pageRows;
      yield {
        name: pathOf(row.id, no),
        content: conversationPage(row, here, { no, more }, reading),
        rows: here.length,
      };
      for (const entry of here) yield* searchable(row, entry, no, reading, parts.texts);
      const end = here.at(-1);
      if (!more || end === undefined) break;
      entries = await listEntries(tx, [row.id], end, pageRows + 1);
    }
  }
}

const fileOf = (id: string, no: number) => (no === 1 ? `${id}.html` : `${id}-${no}.html`);
const pathOf = (id: string, no: number) => `${conversationFolder}/${fileOf(id, no)}`;

function* searchable(row: ConversationRow, entry: EntryRow, no: number, reading: Reading, texts: SearchParts) {
  const files = (entry.files ?? []).map(({ filename }) => filename).filter((name) => name !== '');
  const text = [textOf(entry), ...files].filter((part) => part !== '').join('\n');
  if (text === '') return;
  const { day, time } = reading.clock(entry.at);
  yield* texts.add([row.id, conversationName(row), no, entry.id, authorOf(entry, reading), `${day} ${time}`, text]);
}

type Place = { no: number; more: boolean };

function conversationPage(row: ConversationRow, entries: readonly EntryRow[], place: Place, reading: Reading): Buffer {
  const name = conversationName(row);
  const about = [
    row.phone_number === null ? '' : `+${row.phone_number}`,
    row.channel ?? '',
    row.sandbox === true ? 'Sandbox' : '',
    row.state === 'DONE' ? 'Done' : 'Active',
    ...row.labels,
  ].filter((part) => part !== '' && part !== name);
  const { no, more } = place;
  const turn = pager(
    no === 1 ? null : { href: fileOf(row.id, no - 1), text: 'Earlier' },
    more ? { href: fileOf(row.id, no + 1), text: 'Later' } : null,
  );
  let day = '';
  const bubbles: Html[] = [];
  for (const entry of entries) {
    const today = reading.clock(entry.at).day;
    if (today !== day) bubbles.push(html`<h2>${today}</h2>\n`);
    day = today;
    bubbles.push(entryOf(entry, reading));
  }
  return page(
    name,
    '../../',
    html`<header><a href="../../index.html">All conversations</a>
<h1><bdi>${name}</bdi></h1>
<p class="kind"><bdi>${about.join(' · ')}</bdi></p></header>
<main class="thread">
${turn}${entries.length === 0 ? html`<p class="kind">There are no messages.</p>` : nothing}${bubbles}${turn}</main>`,
  );
}

/** One formatter for all: making one takes longer than a thousand uses. */
function clockOf(timeZone: string): Reading['clock'] {
  const two = '2-digit' as const;
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' as const },
  });
  return (at) => {
    const [day = '', time = ''] = format.format(at).split(', ');
    return { day, time };
  };
}
