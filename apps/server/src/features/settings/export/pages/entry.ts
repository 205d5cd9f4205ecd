import { wordsOf } from '../../../ai/public.ts';
import { mediaEntryName } from '../media-entry.ts';
import { type Html, html, nothing } from './html.ts';
import type { EntryFile, EntryRow } from './pages-query.ts';

/** Who wrote, and the clock of the account. */
export type Reading = {
  names: ReadonlyMap<string, string>;
  /** The day and the time of a moment in the account’s time zone. */
  clock(at: Date): { day: string; time: string };
};

type Content = { type: string; content: Record<string, unknown> };

/** A mention in the body of a note. */
const marked = /@\[([^\]\n]*)\]\((?:user|group):[0-9a-f-]{36}\)/g;

/** The words of a message or note; for what has none, what it is. */
export function textOf({ type, content }: Content): string {
  if (type === 'note') return String(content['body']).replaceAll(marked, '@$1');
  if (type === 'location') {
    const [latitude, longitude] = [content['latitude'], content['longitude']];
    return ['Location', content['name'], content['address'], `${latitude}, ${longitude}`]
      .filter((part) => typeof part === 'string' && part !== '')
      .join('\n');
  }
  if (type === 'contacts') return ['Contact', ...cardsOf(content)].join('\n');
  return wordsOf({ type, content } as Parameters<typeof wordsOf>[0]);
}

type Card = { name?: { formatted_name?: unknown }; phones?: ReadonlyArray<{ phone?: unknown }> };

function cardsOf(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return (content as Card[]).map((card) =>
    [card?.name?.formatted_name, ...(Array.isArray(card?.phones) ? card.phones.map(({ phone }) => phone) : [])]
      .filter((part) => typeof part === 'string')
      .join(' '),
  );
}

const kinds: Readonly<Record<string, string>> = {
  image: 'Photo',
  video: 'Video',
  audio: 'Audio',
  document: 'Document',
  sticker: 'Sticker',
  template: 'Template',
  interactive: 'Interactive message',
  button: 'Answer',
  call: 'Call',
  order: 'Order',
  system: 'Notice of WhatsApp',
};
export const kindOf = (type: string): string => kinds[type] ?? 'Message';

/** What became of a call: who took, declined or placed it, and how long it lasted. */
function callOf({ direction, content: { outcome, by, seconds } }: EntryRow, { names }: Reading): string {
  const name = typeof by === 'string' ? (names.get(by) ?? 'a former member') : null;
  const isOwn = direction === 'OUTGOING';
  if (isOwn && outcome === 'missed') return name === null ? 'Call, not answered' : `Call by ${name}, not answered`;
  if (isOwn && outcome === 'cancelled') return name === null ? 'Call, cancelled' : `Call by ${name}, cancelled`;
  if (isOwn && outcome === 'declined') return 'Call, declined by the customer';
  if (outcome === 'missed') return 'Missed call';
  if (outcome === 'declined') return name === null ? 'Call declined' : `Call declined by ${name}`;
  const taken = name === null ? 'Call' : `Call ${isOwn ? 'by' : 'taken by'} ${name}`;
  return typeof seconds === 'number' ? `${taken}, ${lengthOf(seconds)}` : `${taken}, length unknown`;
}

function lengthOf(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`;
}

export function authorOf({ direction, created_by: by, extras }: EntryRow, { names }: Reading): string {
  const imported = (extras?.['imported'] as { author?: unknown } | undefined)?.author;
  if (typeof imported === 'string') return imported;
  if (direction === 'INCOMING') return '';
  if (by === 'ai') return 'AI assistant';
  if (by === 'bot') return 'Bot';
  if (by === 'agent') return 'Another sender of this number';
  if (by.startsWith('api')) return 'API';
  return names.get(by) ?? '';
}

const statuses: Readonly<Record<string, string>> = {
  '-1': 'failed',
  1: 'sent',
  2: 'delivered',
  3: 'read',
  4: 'played',
};

/** A message as a bubble, a note as what only the team saw. */
export function entryOf(row: EntryRow, reading: Reading): Html {
  const side = row.direction === 'NOTE' ? 'note' : row.direction === 'INCOMING' ? 'in' : 'out';
  const author = authorOf(row, reading);
  const label = side === 'note' ? `Internal note${author === '' ? '' : ` by ${author}`}` : author;
  const text = textOf(row);
  const files = (row.files ?? []).map(fileOf);
  const status = side === 'out' ? ` · ${statuses[row.status] ?? 'not sent'}` : '';
  const flags = [
    ...(row.extras?.['edited_at'] === undefined ? [] : ['edited']),
    ...(row.extras?.['revoked_at'] === undefined ? [] : ['deleted']),
  ].map((flag) => ` · ${flag}`);
  const reactions = [row.reaction?.['theirs']?.emoji, row.reaction?.['ours']?.emoji].filter((one) => one !== undefined);
  return html`<article class="${side}" id="m-${row.id}">
${label === '' ? nothing : html`<b dir="auto">${label}</b>`}${row.quoted === null ? nothing : quoteOf(row.quoted)}${files}
${text === '' && files.length === 0 ? html`<p class="kind">${row.type === 'call' ? callOf(row, reading) : kindOf(row.type)}</p>` : nothing}${text === '' ? nothing : html`<p dir="auto">${text}</p>`}
<small>${reading.clock(row.at).time}${status}${flags.join('')}${reactions.length === 0 ? '' : ` · ${reactions.join(' ')}`}</small>
</article>
`;
}

const quoteLength = 200;

function quoteOf(quoted: NonNullable<EntryRow['quoted']>): Html {
  const text = textOf(quoted);
  return html`<blockquote dir="auto">${text === '' ? kindOf(quoted.type) : text.slice(0, quoteLength).toWellFormed()}</blockquote>`;
}

const shown = /^image\/(?:jpeg|png|webp|gif)$/;
/** A page or a picture with scripts is never opened from here: the archive has it, the page only names it. */
const opened = /^(?:image\/(?:jpeg|png|webp|gif)|video\/[a-z0-9]+|audio\/[a-z0-9]+|application\/pdf|text\/plain)$/;

function fileOf({ id, filename, mime_type: type, state }: EntryFile): Html {
  if (id === null || type === null)
    return html`<p class="kind">${filename || 'File'} (${state === 'kept' ? 'not there' : state})</p>`;
  const path = mediaEntryName(id, type);
  const [src, name] = [`../../${path}`, filename || path];
  if (shown.test(type)) return html`<a href="${src}"><img src="${src}" alt="${name}" loading="lazy"></a>`;
  if (type.startsWith('video/')) return html`<video src="${src}" controls preload="none"></video>`;
  if (type.startsWith('audio/')) return html`<audio src="${src}" controls preload="none"></audio>`;
  if (opened.test(type)) return html`<p class="kind"><a href="${src}">${name}</a></p>`;
  return html`<p class="kind"><bdi>${name}</bdi> <small>${path}</small></p>`;
}
