import { matchesThread, type ThreadClock, viewConditions } from '@parley/contract/threads';
import type { SavedView, Thread } from '@parley/contract/types';
import type { ThreadQuery } from '../../../sync/public.ts';
import type { ListConditions } from './list-filter.ts';

/** The views of the inbox without a channel or group, in order. */
export const fixedViews = [
  'mine',
  'unassigned',
  'mentions',
  'active',
  'closing',
  'overdue',
  'snoozed',
  'scheduled',
  'failed',
  'done',
] as const;
export type FixedView = (typeof fixedViews)[number];
/**
 * A view of the inbox; `channel:<id>`, `group:<id>` and `label:<id>` show the active threads of one of those,
 * `saved:<id>` what a saved view keeps.
 */
export type InboxView = FixedView | `channel:${string}` | `group:${string}` | `label:${string}` | `saved:${string}`;

/** Parses a view of a URL; anything unknown is the view of all active threads. */
export function parseView(value: unknown): InboxView {
  if (typeof value !== 'string') return 'active';
  if (['channel:', 'group:', 'label:', 'saved:'].some((kind) => value.startsWith(kind))) return value as InboxView;
  return (fixedViews as readonly string[]).includes(value) ? (value as FixedView) : 'active';
}

/** Finds a saved view; undefined for other views, and for one that was deleted. */
export type FindSaved = (view: InboxView) => SavedView | undefined;

/** Which conversations a view shows. */
export function conditionsOfView(view: InboxView, saved: FindSaved): ListConditions {
  if (view.startsWith('saved:')) return saved(view)?.conditions ?? {};
  if (view.startsWith('channel:')) return { ...viewConditions.active, channel_id: view.slice('channel:'.length) };
  if (view.startsWith('group:')) return { ...viewConditions.active, assignee_group: view.slice('group:'.length) };
  if (view.startsWith('label:')) return { ...viewConditions.active, label: view.slice('label:'.length) };
  return view === 'mentions' || view === 'scheduled' ? {} : viewConditions[view as keyof typeof viewConditions];
}

/** The selection that the device reads in the order of the list, and that holds all of a view. */
export function viewQuery(view: InboxView, saved: FindSaved): ThreadQuery {
  return queryOf(conditionsOfView(view, saved));
}

/** The selection that holds everything under some conditions. */
export function queryOf({ state, assignee, assignee_group, channel_id }: ListConditions): ThreadQuery {
  return {
    ...(state && { state }),
    ...(assignee && { assignee }),
    ...(assignee_group && { assignee_group }),
    ...(channel_id && { channel_id }),
  };
}

/** Views whose selection holds much that they do not show; the server picks from it unless the device has all. */
export function needsPicking(view: InboxView): boolean {
  return (
    view === 'closing' ||
    view === 'overdue' ||
    view === 'failed' ||
    view === 'snoozed' ||
    view.startsWith('label:') ||
    view.startsWith('saved:')
  );
}

/** Who looks, and what depends on more than the row. */
export type ViewFilter = { clock: ThreadClock; hasRefused: (threadId: string) => boolean; saved: FindSaved };

export function matchesView(view: InboxView, thread: Thread, filter: ViewFilter): boolean {
  if (view === 'failed' && thread.state === 'ACTIVE' && filter.hasRefused(thread.id)) return true;
  return matchesThread(conditionsOfView(view, filter.saved), thread, filter.clock);
}
