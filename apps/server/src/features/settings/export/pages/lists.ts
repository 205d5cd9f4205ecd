import { kindOf, type Reading, textOf } from './entry.ts';
import { type Html, html, nothing, page } from './html.ts';
import type { ConversationRow } from './pages-query.ts';

export const conversationFolder = 'pages/conversations';

export function conversationName({ name, phone_number: phone, username }: ConversationRow): string {
  if (name.trim() !== '') return name;
  return phone === null ? (username ?? 'No name') : `+${phone}`;
}

type Link = { href: string; text: string } | null;

export function pager(before: Link, after: Link): Html {
  if (before === null && after === null) return nothing;
  const links = [before, after].flatMap((one) => (one === null ? [] : [html`<a href="${one.href}">${one.text}</a>`]));
  return html`<nav>${links}</nav>\n`;
}

const previewLength = 120;

/** @param root the way to the folder of index.html */
function rowsOf(rows: readonly ConversationRow[], root: string, { clock }: Reading): Html {
  const items = rows.map((row) => {
    const text = row.last === null ? '' : textOf(row.last) || kindOf(row.last.type);
    const preview = text.slice(0, previewLength).toWellFormed();
    const own = row.last?.direction === 'OUTGOING' ? 'You: ' : '';
    return html`<li><a href="${root}${conversationFolder}/${row.id}.html"><b><bdi>${conversationName(row)}</bdi></b>
<small>${row.last_at === null ? '' : clock(row.last_at).day}</small><span dir="auto">${own}${preview}</span></a></li>
`;
  });
  return html`<ul class="list">
${items}</ul>
`;
}

export const rowsOfList = 100;

function turnOf(no: number, total: number, root: string): Html {
  const pages = Math.max(1, Math.ceil(total / rowsOfList));
  const before = no === 2 ? `${root}index.html` : `${root}pages/list-${no - 1}.html`;
  return pager(
    no === 1 ? null : { href: before, text: 'Newer' },
    no < pages ? { href: `${root}pages/list-${no + 1}.html`, text: 'Older' } : null,
  );
}

/** The conversations after those of index.html. @param no from 2 */
export function listPage(rows: readonly ConversationRow[], no: number, total: number, reading: Reading): Buffer {
  const turn = turnOf(no, total, '../');
  return page(
    `Conversations, page ${no}`,
    '../',
    html`<header><a href="../index.html">Search and newest conversations</a>
<h1>Conversations, page ${no}</h1></header>
<main>
${turn}${rowsOf(rows, '../', reading)}${turn}</main>`,
  );
}

/** index.html: the newest conversations and the search over all. @param parts how many parts the search has of each kind */
export function firstList(
  account: string,
  rows: readonly ConversationRow[],
  total: number,
  parts: { names: number; texts: number },
  reading: Reading,
): Buffer {
  return page(
    account,
    '',
    html`<header><h1><bdi>${account}</bdi></h1>
<p class="kind">${total === 1 ? '1 conversation' : `${total} conversations`}</p>
<form role="search" data-names="${parts.names}" data-texts="${parts.texts}" hidden>
<label for="find">Search names and messages</label>
<input id="find" type="search" autocomplete="off">
<p role="status" class="kind"></p>
</form>
<noscript><p class="kind">Searching needs JavaScript.</p></noscript></header>
<main id="found" hidden><ol class="list"></ol><button type="button" hidden>Show more</button></main>
<main id="all">
${total === 0 ? html`<p class="kind">There are no conversations.</p>` : rowsOf(rows, '', reading)}${turnOf(1, total, '')}</main>`,
    'pages/search.js',
  );
}
