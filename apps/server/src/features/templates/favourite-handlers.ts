import { AppError, invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { listFavourites, putFavourites } from './favourite-repo.ts';

/** The saved replies that a member wants first. */
export function favouriteHandlers({ db: { withTenant } }: Platform): Handlers {
  return {
    'GET /api/session-templates/favourites': async ({ actor }) => {
      const ids = await withTenant(actor.clientId, (tx) => listFavourites(tx, actor.uid), { readOnly: true });
      return { status: 200, body: { ids } };
    },
    'PUT /api/session-templates/favourites': async ({ actor }, { body }) => {
      const wanted = body.ids.map((id) => id.toLowerCase());
      const twice = wanted.findIndex((id, at) => wanted.indexOf(id) !== at);
      if (twice >= 0) throw invalid(`ids.${twice}`, 'This reply is in the list twice.');
      const ids = await withTenant(actor.clientId, async (tx) => {
        const found = await putFavourites(tx, actor.uid, wanted);
        const missing = wanted.findIndex((id) => !found.has(id));
        if (missing >= 0) {
          const data = [{ field: `ids.${missing}`, msg: 'This saved reply was not found.' }];
          throw new AppError('not_found', { data });
        }
        return listFavourites(tx, actor.uid);
      });
      return { status: 200, body: { ids } };
    },
  };
}
