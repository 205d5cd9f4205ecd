import { aiRoutes } from './ai/routes.ts';
import { answeringRoutes } from './answering/routes.ts';
import { assistantsRoutes } from './assistants/routes.ts';
import { automationsRoutes } from './automations/routes.ts';
import { broadcastCostRoutes } from './broadcasts/cost-routes.ts';
import { broadcastFileRoutes } from './broadcasts/file-routes.ts';
import { broadcastsRoutes } from './broadcasts/routes.ts';
import { callRoutes } from './calls/routes.ts';
import { chatLinkRoutes } from './channels/chat-links.ts';
import { channelsRoutes } from './channels/routes.ts';
import { sandboxRoutes } from './channels/sandbox-routes.ts';
import { testNumberRoutes } from './channels/test-numbers.ts';
import { composeRoutes } from './compose/routes.ts';
import { exportRoutes } from './contacts/export-routes.ts';
import { contactsRoutes } from './contacts/routes.ts';
import type { RouteInput, RouteOutput } from './core/route.ts';
import { mergeRoutes } from './duplicates/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { importSourceRoutes } from './imports/source-routes.ts';
import { adRoutes } from './inbox/ad-routes.ts';
import { labelRoutes } from './inbox/label-routes.ts';
import { noteRoutes } from './inbox/note-routes.ts';
import { inboxRoutes } from './inbox/routes.ts';
import { searchRoutes } from './inbox/search-routes.ts';
import { stageRoutes } from './inbox/stage-routes.ts';
import { viewRoutes } from './inbox/view-routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { operationsRoutes } from './operations/routes.ts';
import { privacyRoutes } from './privacy/routes.ts';
import { ratingRoutes } from './ratings/routes.ts';
import { reportsRoutes } from './reports/routes.ts';
import { savedReportRoutes } from './reports/saved-routes.ts';
import { scimRoutes } from './scim/routes.ts';
import { accountExportRoutes } from './settings/export-routes.ts';
import { forwardingRoutes } from './settings/forwarding-routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { savedFilterRoutes } from './team/saved-filters.ts';
import { templatesRoutes } from './templates/routes.ts';
import { sessionTemplatesRoutes } from './templates/session-routes.ts';
import { incomingWebhookRoutes } from './webhooks/incoming-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** The whole HTTP contract: source of the server's routes, the clients' types and the OpenAPI description. */
export const routes = {
  ...accountExportRoutes,
  ...aiRoutes,
  ...answeringRoutes,
  ...assistantsRoutes,
  ...automationsRoutes,
  ...broadcastCostRoutes,
  ...broadcastFileRoutes,
  ...broadcastsRoutes,
  ...callRoutes,
  ...channelsRoutes,
  ...chatLinkRoutes,
  ...composeRoutes,
  ...contactsRoutes,
  ...exportRoutes,
  ...importRoutes,
  ...importSourceRoutes,
  ...feedbackRoutes,
  ...forwardingRoutes,
  ...mergeRoutes,
  ...historyRoutes,
  ...identityRoutes,
  ...inboxRoutes,
  ...viewRoutes,
  ...mediaRoutes,
  ...adRoutes,
  ...labelRoutes,
  ...stageRoutes,
  ...noteRoutes,
  ...notificationRoutes,
  ...operationsRoutes,
  ...privacyRoutes,
  ...ratingRoutes,
  ...reportsRoutes,
  ...savedReportRoutes,
  ...sandboxRoutes,
  ...scimRoutes,
  ...searchRoutes,
  ...settingsRoutes,
  ...syncRoutes,
  ...savedFilterRoutes,
  ...teamRoutes,
  ...templatesRoutes,
  ...sessionTemplatesRoutes,
  ...testNumberRoutes,
  ...incomingWebhookRoutes,
  ...webhookRoutes,
};

export type ApiRoutes = typeof routes;
export type RouteKey = keyof ApiRoutes;
export type InputOf<K extends RouteKey> = RouteInput<ApiRoutes[K]>;
export type OutputOf<K extends RouteKey> = RouteOutput<ApiRoutes[K]>;
