import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { findSavedFilters, putSavedFilters } from './saved-filter-repo.ts';

/** Filters of tables that members save for themselves. */
export function savedFilterHandlers({ db }: Platform): Handlers {
  return {
    'GET /api/saved-filters': async ({ actor }, { query }) => ({
      status: 200,
      body: {
        filters: await db.withTenant(actor.clientId, (tx) => findSavedFilters(tx, actor.uid, query.page), {
          readOnly: true,
        }),
      },
    }),
    'PUT /api/saved-filters': async ({ actor }, { body }) => {
      const filters = body.filters.toSorted((a, b) => a.name.localeCompare(b.name));
      await db.withTenant(actor.clientId, (tx) => putSavedFilters(tx, actor.uid, body.page, filters));
      return { status: 200, body: { filters } };
    },
  };
}
