import { broadcastsRoutes } from './broadcasts/routes.ts';
import { channelsRoutes } from './channels/routes.ts';
import { sandboxRoutes } from './channels/sandbox-routes.ts';
import { testNumberRoutes } from './channels/test-numbers.ts';
import { composeRoutes } from './compose/routes.ts';
import { exportRoutes } from './contacts/export-routes.ts';
import { importRoutes } from './contacts/import-routes.ts';
import { mergeRoutes } from './contacts/merge-routes.ts';
import { privacyRoutes } from './contacts/privacy-routes.ts';
import { contactsRoutes } from './contacts/routes.ts';
import type { RouteInput, RouteOutput } from './core/route.ts';
import { identityRoutes } from './identity/routes.ts';
import { noteRoutes } from './inbox/note-routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { templatesRoutes } from './templates/routes.ts';

/** The whole HTTP contract: the server registers from it, clients are typed by it, OpenAPI is made from it. */
export const routes = {
  ...broadcastsRoutes,
  ...channelsRoutes,
  ...composeRoutes,
  ...contactsRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...mergeRoutes,
  ...identityRoutes,
  ...inboxRoutes,
  ...mediaRoutes,
  ...noteRoutes,
  ...privacyRoutes,
  ...sandboxRoutes,
  ...settingsRoutes,
  ...syncRoutes,
  ...teamRoutes,
  ...templatesRoutes,
  ...testNumberRoutes,
};

export type ApiRoutes = typeof routes;
export type RouteKey = keyof ApiRoutes;
export type InputOf<K extends RouteKey> = RouteInput<ApiRoutes[K]>;
export type OutputOf<K extends RouteKey> = RouteOutput<ApiRoutes[K]>;
