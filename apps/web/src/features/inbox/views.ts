import type { Thread } from '@parley/contract/types';
import type { ThreadQuery } from '../sync/public.ts';
import { isClosingSoon } from './window-left.ts';

/** The views of the inbox that need no channel, in the order they stand. */
export const fixedViews = ['mine', 'unassigned', 'mentions', 'active', 'closing', 'failed', 'done'] as const;
export type FixedView = (typeof fixedViews)[number];
/** A view of the inbox; `channel:<id>` and `group:<id>` show the active threads of one of those. */
export type InboxView = FixedView | `channel:${string}` | `group:${string}`;

/** Reads a view from an address; anything else is the view with everything active. */
export function parseView(value: unknown): InboxView {
  if (typeof value !== 'string') return 'active';
  if (value.startsWith('channel:') || value.startsWith('group:')) return value as InboxView;
  return (fixedViews as readonly string[]).includes(value) ? (value as FixedView) : 'active';
}

/** What the server is asked for a view. Closing and failed are found among the active threads that were read. */
export function viewQuery(view: InboxView): ThreadQuery {
  if (view === 'mine') return { state: 'ACTIVE', assignee: 'me' };
  if (view === 'unassigned') return { state: 'ACTIVE', assignee: 'none' };
  if (view === 'done') return { state: 'DONE' };
  if (view.startsWith('channel:')) return { state: 'ACTIVE', channel_id: view.slice('channel:'.length) };
  if (view.startsWith('group:')) return { state: 'ACTIVE', assignee_group: view.slice('group:'.length) };
  return { state: 'ACTIVE' };
}

/** What a view keeps of the threads its query gives; null keeps all. */
export type ViewFilter = { nowMs: number; hasRefused: (threadId: string) => boolean };

export function viewKeeps(view: InboxView, thread: Thread, filter: ViewFilter): boolean {
  if (view === 'closing') return isClosingSoon(thread, filter.nowMs);
  if (view === 'failed') return thread.last_message?.status === -1 || filter.hasRefused(thread.id);
  return true;
}

/** Whether a view sees only what was already read, so that "nothing here" must say how far it looked. */
export function looksThroughLoaded(view: InboxView): boolean {
  return view === 'closing' || view === 'failed';
}

/** What is typed into "filter": parts of a name, a user name or digits of a number, all of them, in any case. */
export function matchesFilter(thread: Pick<Thread, 'contact'>, typed: string): boolean {
  const words = typed.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const { name, phone_number, username } = thread.contact;
  const text = `${name} ${username ?? ''}`.toLocaleLowerCase();
  return words.every((word) => {
    const digits = word.replace(/[^0-9]/g, '');
    return (
      text.includes(word) || (digits !== '' && /^[0-9+()./-]+$/.test(word) && (phone_number ?? '').includes(digits))
    );
  });
}
