import { foldLine } from '@parley/contract/fold-text';
import { hitIn } from '@parley/contract/hit-in';
import type { Message } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { type ContactSearch, contactSearchPatterns, parseContactSearch } from '../contacts/public.ts';
import type { PresentMedia } from '../media/public.ts';
import { findMessages, findThreads, type MessageRow, presentMessage, presentThread } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { likeNumber, searchesHidden, searchMessages } from './message-search-query.ts';

/** Characters before the hit, in all, and in the two lines that a list shows of it. */
const excerpt = { before: 40, length: 160, shown: 80 } as const;

/** Search in messages, with the same visibility as the conversations. */
export function messageSearchHandlers(platform: Platform, media: PresentMedia): Handlers {
  return {
    async 'GET /api/messages/search'({ actor }, { query }) {
      const view = visibilityOf(actor);
      const folded = foldLine(query.q);
      // Marks alone match every text.
      if (folded === '' || searchesHidden(view, query.q))
        return { status: 200, body: { data: [], threads: [], next_cursor: null } };
      const { channelIds, assigneeId, groupIds } = view;
      const threadId = query.thread_id ?? null;
      const body = await platform.db.withTenant(
        actor.clientId,
        async (tx) => {
          const numbers = likeNumber.test(folded) ? await numberPatterns(tx, query.q) : [];
          const from = query.from === undefined ? null : await searchedWriter(tx, query.from, view.masked);
          const scope = { threadId, from, channelIds, assigneeId, groupIds };
          const ids = await searchMessages(tx, { folded, numbers }, scope, query.limit);
          const found = (await findMessages(tx, ids)).sort(newestFirst).slice(0, query.limit);
          const threads = await findThreads(tx, [...new Set(found.map(({ thread_id }) => thread_id))]);
          return {
            data: found.map((row) => {
              const message = view.message(presentMessage(row, media));
              const { id, thread_id, direction, created_by, sort_at } = message;
              return { id, thread_id, direction, created_by, at: sort_at, text: excerptOf(textOf(message), query.q) };
            }),
            threads: threads.filter((row) => view.canSeeThread(row)).map((row) => view.thread(presentThread(row))),
            next_cursor: null,
          };
        },
        { readOnly: true },
      );
      return { status: 200, body };
    },
  };
}

/** Who is meant by a part of a name or number, as in the search of contacts. */
async function searchedWriter(tx: TenantTx, typed: string, masked: boolean): Promise<ContactSearch> {
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const parsed = parseContactSearch(typed, { masked, country });
  if (parsed === null) throw invalid('from', 'Write a part of a name or a number.');
  return parsed;
}

/** A number in a contact card is written in other ways than it is typed. */
async function numberPatterns(tx: TenantTx, typed: string): Promise<string[]> {
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const parsed = parseContactSearch(typed, { masked: false, country });
  return parsed === null ? [] : contactSearchPatterns(parsed);
}

function newestFirst(a: MessageRow, b: MessageRow): number {
  return b.sort_at.getTime() - a.sort_at.getTime() || (a.id < b.id ? 1 : -1);
}

type Fields = Record<string, unknown>;

/** The same parts as `message_search_text` in the database. */
function textOf(message: Message): string {
  if (message.type === 'contacts')
    return (message.contacts ?? []).flatMap((card) => partsOfCard(card as Fields)).join(' ');
  const content = (message as Fields)[message.type] as Fields | undefined;
  const body = content?.['body'];
  const display = content?.['display'] as Fields | undefined;
  const parts = [
    typeof body === 'object' && body !== null ? (body as { text?: unknown }).text : body,
    ...['caption', 'filename', 'text', 'description', 'name', 'address'].map((name) => content?.[name]),
    display?.['body'],
    (content?.['transcript'] as Fields | undefined)?.['text'],
  ];
  return parts.filter((part) => typeof part === 'string').join(' ');
}

function partsOfCard(card: Fields): string[] {
  const all = (key: string, name: string) =>
    Array.isArray(card[key]) ? (card[key] as (Fields | null)[]).map((one) => one?.[name]) : [];
  const one = (key: string, name: string) => (card[key] as Fields | null | undefined)?.[name];
  const parts = [
    one('name', 'formatted_name'),
    one('org', 'company'),
    ...all('phones', 'phone'),
    ...all('emails', 'email'),
  ];
  return parts.filter((part) => typeof part === 'string');
}

function excerptOf(text: string, typed: string): string {
  const [at, end] = hitIn(text, typed) ?? [0, 0];
  const from = end <= excerpt.shown ? 0 : Math.max(0, at - excerpt.before);
  const cut = text.slice(from, from + excerpt.length);
  return `${from > 0 ? '…' : ''}${cut}${from + excerpt.length < text.length ? '…' : ''}`;
}
