import { splitConditions, type ThreadConditions } from '@parley/contract/threads';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { decodeCursor, pageOf } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { parseContactSearch } from '../contacts/public.ts';
import { presentThread } from '../messaging/public.ts';
import { type Visibility, visibilityOf } from '../team/public.ts';
import { listAds } from './ads-query.ts';
import { countThreads } from './count-threads-query.ts';
import { type FilteredPosition, filterThreads } from './filter-threads-query.ts';
import { listSavedViews } from './saved-view-repo.ts';
import { sumStages } from './stage-totals-query.ts';
import type { ThreadScope } from './thread-conditions-query.ts';
import { listThreads, type ThreadFilter, type ThreadPosition } from './thread-list-query.ts';

// Later than any row, and within the range of PostgreSQL's timestamps.
const latest: ThreadPosition = { at: new Date('9999-12-31T00:00:00Z'), id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** The list of conversations and the numbers of its views. */
export function threadListHandlers(platform: Platform): Handlers {
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    platform.db.withTenant(clientId, fn, { readOnly: true });
  return {
    async 'GET /api/threads'({ actor }, { query }) {
      const view = visibilityOf(actor);
      const { cursor, limit, search, sort, ...wanted } = query;
      const { ofRow: given, lookup } = splitConditions(wanted);
      const assignee = given.assignee === 'me' ? memberOf(actor) : given.assignee;
      const conditions: ThreadConditions = { ...given, assignee };
      const { state, channel_id: channelId, assignee: _assignee, assignee_group: _group, ...more } = given;
      const plain = [...Object.values(more), ...Object.values(lookup)].every((one) => one === undefined);
      if (plain && sort === 'newest' && (search ?? '').trim() === '') {
        const before = decodeCursor(cursor, positionIn) ?? latest;
        const filter = limitToVisible(view, { state, assignee, groupId: given.assignee_group, channelId });
        const rows =
          filter === null ? [] : await reading(actor.clientId, (tx) => listThreads(tx, filter, before, limit + 1));
        const { shown, next } = pageOf(rows, limit, (row) => [row.last_message_at?.toISOString() ?? '', row.id]);
        return { status: 200, body: { data: shown.map((row) => view.thread(presentThread(row))), next_cursor: next } };
      }
      const after = decodeCursor(cursor, filteredPositionIn);
      const scope = scopeOf(actor, view, after?.now ?? new Date());
      const rows = await reading(actor.clientId, async (tx) => {
        const text = (search ?? '').trim();
        const parsed = text === '' ? null : await parseSearch(tx, text, view);
        if (text !== '' && parsed === null) return [];
        return filterThreads(tx, { conditions, lookup, search: parsed, sort }, scope, after, limit + 1);
      });
      const { shown, next } = pageOf(rows, limit, (row) => [
        row.last_message_at?.toISOString() ?? '',
        row.id,
        row.sort_key,
        scope.now.toISOString(),
      ]);
      return { status: 200, body: { data: shown.map((row) => view.thread(presentThread(row))), next_cursor: next } };
    },
    async 'GET /api/ads'({ actor }) {
      const scope = scopeOf(actor, visibilityOf(actor), new Date());
      return { status: 200, body: { data: await reading(actor.clientId, (tx) => listAds(tx, scope)) } };
    },
    async 'GET /api/threads/stages'({ actor }, { query }) {
      const { ofRow, lookup } = splitConditions(query);
      const assignee = ofRow.assignee === 'me' ? memberOf(actor) : ofRow.assignee;
      const scope = scopeOf(actor, visibilityOf(actor), new Date());
      const data = await reading(actor.clientId, (tx) => sumStages(tx, { ...ofRow, assignee }, lookup, scope));
      return { status: 200, body: { data } };
    },
    async 'GET /api/threads/counts'({ actor }) {
      const scope = scopeOf(actor, visibilityOf(actor), new Date());
      return {
        status: 200,
        body: await reading(actor.clientId, async (tx) =>
          countThreads(tx, scope, actor.kind === 'user' ? await listSavedViews(tx, actor.uid) : []),
        ),
      };
    },
  };
}

async function parseSearch(tx: TenantTx, text: string, view: Visibility) {
  const { country } = await getNameAndCountry(tx, tx.clientId);
  return parseContactSearch(text, { masked: view.masked, country });
}

function scopeOf(actor: AccountActor, view: Visibility, now: Date): ThreadScope {
  const { assigneeId, groupIds, channelIds } = view;
  return {
    uid: actor.kind === 'user' ? actor.uid : null,
    visibleTo: assigneeId === null ? undefined : { uid: assigneeId, groupIds },
    channelIds: channelIds ?? undefined,
    now,
  };
}

function positionIn([at, id]: unknown[]): ThreadPosition | null {
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) && typeof id === 'string' && isUuid(id)
    ? { at: new Date(at), id }
    : null;
}

function filteredPositionIn(parts: unknown[]): (FilteredPosition & { now: Date }) | null {
  const position = positionIn(parts);
  const [, , key, now] = parts;
  if (position === null || typeof key !== 'string' || typeof now !== 'string') return null;
  const isKey = key === '' || key === 'infinity' || key === '-infinity' || !Number.isNaN(Date.parse(key));
  return isKey && !Number.isNaN(Date.parse(now)) ? { ...position, key, now: new Date(now) } : null;
}

/** @throws AppError validation_failed for an API key, which no thread is assigned to */
function memberOf(actor: AccountActor): string {
  if (actor.kind === 'user') return actor.uid;
  throw invalid('assignee', 'An API key has no conversations of its own.');
}

/** Limits a filter to what the actor may see. @returns null when nothing visible can match */
function limitToVisible(view: Visibility, filter: ThreadFilter): ThreadFilter | null {
  const { assigneeId, channelIds } = view;
  if (filter.channelId !== undefined && !view.canSeeChannel(filter.channelId)) return null;
  // A thread assigned to a group is not unassigned.
  if (filter.assignee === 'none' && filter.groupId !== undefined) return null;
  const filtered = { ...filter, channelIds: channelIds ?? undefined };
  if (assigneeId === null) return filtered;
  const { assignee, groupId } = filter;
  const inOwnGroup = groupId !== undefined && view.groupIds.includes(groupId);
  // A filter for the actor's own threads, or for those of one of their groups, shows nothing else anyway.
  if (assignee === assigneeId || inOwnGroup) return filtered;
  if (assignee === undefined && groupId === undefined) {
    return { ...filtered, visibleTo: { uid: assigneeId, groupIds: view.groupIds } };
  }
  // Of another group only the actor's own threads are visible; of another member none.
  return assignee === undefined ? { ...filtered, assignee: assigneeId } : null;
}
