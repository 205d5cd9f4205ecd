import { foldText } from '@parley/contract/fold-text';
import type { Message } from '@parley/contract/types';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PresentMedia } from '../media/public.ts';
import { findMessages, findThreads, presentMessage, presentThread } from '../messaging/public.ts';
import { visibilityOf } from '../team/public.ts';
import { searchMessages } from './message-search-query.ts';

/** Characters before the hit, in all, and in the two lines that a list shows of it. */
const excerpt = { before: 40, length: 160, shown: 80 } as const;

/** Search in messages, with the same visibility as the conversations. */
export function messageSearchHandlers(platform: Platform, media: PresentMedia): Handlers {
  return {
    async 'GET /api/messages/search'({ actor }, { query }) {
      const view = visibilityOf(actor);
      const folded = foldText(query.q);
      // Who may not see numbers must not find out by searching for their digits.
      if (view.masked && /\d{3}/.test(folded))
        return { status: 200, body: { data: [], threads: [], next_cursor: null } };
      const { channelIds, assigneeId, groupIds } = view;
      const scope = { threadId: query.thread_id ?? null, channelIds, assigneeId, groupIds };
      const body = await platform.db.withTenant(
        actor.clientId,
        async (tx) => {
          const ids = await searchMessages(tx, folded, scope, query.limit);
          const rows = new Map((await findMessages(tx, ids)).map((row) => [row.id, row]));
          const found = ids.flatMap((id) => rows.get(id) ?? []);
          const threads = await findThreads(tx, [...new Set(found.map(({ thread_id }) => thread_id))]);
          return {
            data: found.map((row) => {
              const message = view.message(presentMessage(row, media));
              const { id, thread_id, direction, created_by, sort_at } = message;
              return { id, thread_id, direction, created_by, at: sort_at, text: excerptOf(textOf(message), folded) };
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

/** The same parts as `message_search_text` in the database. */
function textOf(message: Message): string {
  const content = (message as Record<string, unknown>)[message.type] as Record<string, unknown> | undefined;
  const body = content?.['body'];
  const display = content?.['display'] as Record<string, unknown> | undefined;
  const parts = [
    typeof body === 'object' && body !== null ? (body as { text?: unknown }).text : body,
    ...['caption', 'filename', 'text', 'name', 'address'].map((name) => content?.[name]),
    display?.['body'],
  ];
  return parts.filter((part) => typeof part === 'string').join(' ');
}

function excerptOf(text: string, folded: string): string {
  const at = foldText(text).indexOf(folded);
  const from = at + folded.length <= excerpt.shown ? 0 : Math.max(0, at - excerpt.before);
  const cut = text.slice(from, from + excerpt.length);
  return `${from > 0 ? '…' : ''}${cut}${from + excerpt.length < text.length ? '…' : ''}`;
}
