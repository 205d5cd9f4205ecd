import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import { callId } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Hydrate } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import {
  changeCampaign,
  createCampaign,
  getVisibleCampaign,
  removeCampaign,
  setArchived,
} from './campaigns/campaigns.ts';
import { presentCampaign, presentEvent } from './campaigns/present.ts';
import { listEvents } from './core/event-repo.ts';
import { type CampaignRow, findCampaignSummaries, listCampaigns } from './core/repo.ts';

const newest = { place: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** A position in a list ordered from new to old, to the microsecond. @throws AppError('validation_failed') */
function decodePosition(cursor: string | undefined): { place: string; id: string } {
  const read = decodeCursor(cursor, ([place, id]) =>
    typeof place === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(place) &&
    !Number.isNaN(Date.parse(place)) &&
    typeof id === 'string' &&
    isUuid(id)
      ? { place, id }
      : null,
  );
  return read ?? newest;
}

/** @param rows one more than `limit`, if there are so many */
function pageOf<R extends { place: string; id: string }>(rows: readonly R[], limit: number) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = last !== undefined && rows.length > limit;
  return { shown, next_cursor: more ? encodeCursor([last.place, last.id]) : null };
}

/** Creates, updates and lists broadcasts. Nothing here sends. */
export function campaignHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const readOnly = { readOnly: true };
  const shown = (actor: AccountActor, row: CampaignRow) => visibilityOf(actor).campaign(presentCampaign(row));
  /** Runs in a transaction of the account and publishes the change. */
  const write = async <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>): Promise<T> => {
    const result = await withTenant(actor.clientId, fn);
    platform.notifier.notify('changes_new', actor.clientId);
    return result;
  };
  return {
    'GET /api/campaigns': async ({ actor }, { query }) => {
      const view = visibilityOf(actor);
      const { limit, state } = query;
      const after = decodePosition(query.cursor);
      const search = query.search?.trim() ?? '';
      const filter = {
        states: state === undefined ? null : typeof state === 'string' ? [state] : state,
        channelId: query.channel_id ?? null,
        templateId: query.template_id ?? null,
        seriesId: query.series_id ?? null,
        createdBy: query.created_by ?? null,
        search: search === '' ? null : search,
        from: query.from ?? null,
        to: query.to ?? null,
        archived: query.archived === 'true',
        channelIds: view.channelIds,
        assigneeId: view.assigneeId,
      };
      const rows = await withTenant(actor.clientId, (tx) => listCampaigns(tx, after, limit + 1, filter), readOnly);
      const { shown: page, next_cursor } = pageOf(rows, limit);
      return {
        status: 200,
        body: { data: page.map((row) => view.campaign(presentCampaign(row))), next_cursor },
      };
    },
    'POST /api/campaigns': async (call, { body }) => {
      const { actor } = call;
      const id = callId(call, 'POST /api/campaigns', body.id);
      const { row, created } = await write(actor, (tx) => createCampaign(tx, actor, id, body));
      return { status: created ? 201 : 200, body: shown(actor, row) };
    },
    'GET /api/campaigns/{id}': async ({ actor }, { params: { id } }) => ({
      status: 200,
      body: shown(actor, await withTenant(actor.clientId, (tx) => getVisibleCampaign(tx, actor, id), readOnly)),
    }),
    'PUT /api/campaigns/{id}': async ({ actor }, { params: { id }, body }) => ({
      status: 200,
      body: shown(actor, await write(actor, (tx) => changeCampaign(tx, actor, id, body))),
    }),
    'DELETE /api/campaigns/{id}': async ({ actor }, { params: { id } }) => {
      await write(actor, (tx) => removeCampaign(tx, actor, id));
      return { status: 204, body: undefined };
    },
    'POST /api/campaigns/{id}/archive': async ({ actor }, { params: { id }, body }) => ({
      status: 200,
      body: shown(actor, await write(actor, (tx) => setArchived(tx, actor, id, body.archived))),
    }),
    'GET /api/campaigns/{id}/events': async ({ actor }, { params: { id }, query }) => {
      const after = decodePosition(query.cursor);
      const rows = await withTenant(
        actor.clientId,
        async (tx) => {
          const row = await getVisibleCampaign(tx, actor, id);
          return listEvents(tx, row.id, after, query.limit + 1);
        },
        readOnly,
      );
      const { shown: page, next_cursor } = pageOf(rows, query.limit);
      return { status: 200, body: { data: page.map(presentEvent), next_cursor } };
    },
  };
}

export const hydrateCampaigns: Hydrate = async (tx, ids) => {
  const rows = await findCampaignSummaries(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentCampaign(row) }]));
};
