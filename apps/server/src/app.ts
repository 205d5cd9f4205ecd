import type { FastifyInstance } from 'fastify';
import { createAccountsFeature } from './features/accounts/feature.ts';
import { findLogoOf } from './features/accounts/public.ts';
import { createAiFeature } from './features/ai/feature.ts';
import { transcribeArrived } from './features/ai/public.ts';
import { createAnsweringFeature } from './features/answering/feature.ts';
import { createAssistantsFeature } from './features/assistants/feature.ts';
import { findApplicationAccess, isAssistantCall, markApplicationUsed } from './features/assistants/public.ts';
import { createAutomationsFeature } from './features/automations/feature.ts';
import { findFieldUsesInAutomations, renameFieldInAutomations } from './features/automations/public.ts';
import { createBroadcastsFeature } from './features/broadcasts/feature.ts';
import { findFieldUsesInCampaigns, renameFieldInCampaigns } from './features/broadcasts/public.ts';
import { createCallsFeature } from './features/calls/feature.ts';
import { createChannelsFeature } from './features/channels/feature.ts';
import {
  closeChannels,
  createChannelsServices,
  createSandboxChannel,
  startingChannels,
} from './features/channels/public.ts';
import { createComposeFeature } from './features/compose/feature.ts';
import { createContactsFeature } from './features/contacts/feature.ts';
import { createDuplicatesFeature } from './features/duplicates/feature.ts';
import { createFeedbackFeature } from './features/feedback/feature.ts';
import { createCloudApiFeature } from './features/graph/feature.ts';
import { createHistoryFeature } from './features/history/feature.ts';
import { createIdentityFeature } from './features/identity/feature.ts';
import { findPhotoOf } from './features/identity/public.ts';
import { createImportsFeature } from './features/imports/feature.ts';
import { renameFieldInImports } from './features/imports/public.ts';
import { createInboxFeature } from './features/inbox/feature.ts';
import { emptySentDrafts, listLabels, listSavedViews, listStages } from './features/inbox/public.ts';
import { createIngestFeature } from './features/ingest/feature.ts';
import { createMediaFeature } from './features/media/feature.ts';
import { createMediaServices } from './features/media/public.ts';
import { createMessagingFeature } from './features/messaging/feature.ts';
import {
  deleteSandboxThreads,
  findReferral,
  findText,
  reassignThreads,
  setAdPicture,
  setLinkPreview,
  setTargetsDue,
  unassignGroup,
  updateMessageMedia,
} from './features/messaging/public.ts';
import { createNotificationsFeature } from './features/notifications/feature.ts';
import { createOperationsFeature } from './features/operations/feature.ts';
import { createPreviewsFeature } from './features/previews/feature.ts';
import { createPrivacyFeature } from './features/privacy/feature.ts';
import { createRatingsFeature } from './features/ratings/feature.ts';
import { createReportsFeature } from './features/reports/feature.ts';
import { createScimFeature } from './features/scim/feature.ts';
import { createSettingsFeature } from './features/settings/feature.ts';
import { findApiKey, markApiKeyUsed, revokeKeysOf } from './features/settings/public.ts';
import { createSyncFeature } from './features/sync/feature.ts';
import { createTeamFeature } from './features/team/feature.ts';
import { createIdentityMemberships, findSessionAccess } from './features/team/public.ts';
import { createTemplatesFeature } from './features/templates/feature.ts';
import {
  findFieldUsesInReplies,
  findFieldUsesInTemplates,
  listInitialTemplates,
  renameFieldInReplies,
} from './features/templates/public.ts';
import { createWebhooksFeature } from './features/webhooks/feature.ts';
import { findFieldUsesInIncoming, renameFieldInIncoming } from './features/webhooks/public.ts';
import { createAuth } from './platform/auth/authenticate.ts';
import { setGrowingTables } from './platform/db/table-statistics.ts';
import { ensureRoom } from './platform/disk.ts';
import { type Feature, hydratorsOf, maintenanceOf, rowLimitsOf, type Worker } from './platform/feature.ts';
import { refuseApiCallsOnWorker, registerOperations } from './platform/http/operations.ts';
import { createRateLimiter, rateLimitsOf } from './platform/http/rate-limits.ts';
import { registerRoutes } from './platform/http/routing.ts';
import { createHttpServer } from './platform/http/server.ts';
import { answerWhileSilent } from './platform/http/silent-database.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { startJobs } from './platform/jobs/runner.ts';
import { startMaintenance } from './platform/maintenance.ts';
import type { Platform } from './platform/platform.ts';
import { createPlatformFeature } from './platform/platform-feature.ts';
import { monitorProcesses, type ProcessMonitor } from './platform/processes/process-monitor.ts';

export type AppOptions = {
  /** No other process shares the database: leases of a crashed predecessor are taken over immediately. */
  soleProcess: boolean;
  /** Validate every response against the contract (tests). */
  checkResponses: boolean;
  /** The built web application; false omits it (tests of the API). */
  web: boolean;
};

export type ParleyApp = {
  http: FastifyInstance;
  /** Starts background work; call it when the server's own address is known. */
  startWorkers(): void;
  /** Stops workers and connections in an order that loses nothing: input first, outcomes last. */
  close(): Promise<void>;
};

/** Composes the features: routes for `api`, workers for `worker`, both for `all`. */
export async function buildApp(platform: Platform, options: AppOptions): Promise<ParleyApp> {
  const { config } = platform;
  const auth = await createAuth(platform, {
    findSessionAccess,
    findApiKey,
    markApiKeyUsed,
    findApplication: findApplicationAccess,
    markApplicationUsed,
  });
  const media = createMediaServices(platform);
  const channels = createChannelsServices(platform, media.sharedFiles);
  const { directory, providers, webhookRecorder } = channels;

  const teamDependencies = { closeChannels, reassignThreads, unassignGroup, revokeKeysOf };
  const team = createTeamFeature(platform, teamDependencies);
  const settings = createSettingsFeature(platform, {
    storage: media.storage,
    createSandboxChannel: async (tx, clientId) => {
      if (config.SANDBOX) await createSandboxChannel(platform, tx, clientId);
    },
    listChannels: startingChannels,
    listLabels,
    listStages,
    listSavedViews,
    listTemplates: listInitialTemplates,
  });
  const ingest = createIngestFeature(platform, { directory, onStored: webhookRecorder.stored });

  /** Features come after those they depend on; a shutdown runs in reverse order. */
  const features: Feature[] = [
    createPlatformFeature(platform),
    createIdentityFeature(platform, auth, createIdentityMemberships(platform, teamDependencies, media.receiveAvatar)),
    createAccountsFeature(platform, { receiveAvatar: media.receiveAvatar, setTargetsDue }),
    team,
    createScimFeature(platform, teamDependencies),
    settings,
    createMediaFeature(platform, media, {
      findAvatar: async (id) => (await findPhotoOf(platform, id)) ?? findLogoOf(platform, id),
      senderFor: providers.senderFor,
      updateMessageMedia,
      onRecording: transcribeArrived,
    }),
    createChannelsFeature(platform, channels, {
      deleteConversations: deleteSandboxThreads,
      scanUpload: media.scanUpload,
      storeDelivery: (delivery) => ingest.store.put(delivery),
    }),
    createContactsFeature(platform, {
      onFieldRenamed: [
        renameFieldInImports,
        renameFieldInReplies,
        renameFieldInCampaigns,
        renameFieldInAutomations,
        renameFieldInIncoming,
      ],
      findFieldUses: [
        findFieldUsesInReplies,
        findFieldUsesInTemplates,
        findFieldUsesInCampaigns,
        findFieldUsesInAutomations,
        findFieldUsesInIncoming,
      ],
    }),
    createImportsFeature(platform),
    createTemplatesFeature(platform, providers, media),
    createMessagingFeature(platform, {
      emptyDrafts: emptySentDrafts,
      presentMedia: media.present,
      senderFor: providers.senderFor,
      uploadMedia: media.uploads,
    }),
    ingest,
    createInboxFeature(platform, media.present, providers),
    createPreviewsFeature(platform, {
      findText,
      findReferral,
      showAdPicture: setAdPicture,
      showPreview: setLinkPreview,
      receivePicture: media.receiveLinkPicture,
    }),
    createAiFeature(platform, media),
    createNotificationsFeature(platform),
    createBroadcastsFeature(platform),
    createHistoryFeature(platform, media),
    createComposeFeature(platform, media.present),
    createAutomationsFeature(platform, providers),
    createAnsweringFeature(platform),
    createFeedbackFeature(platform, media.receiveScreenshot),
    createDuplicatesFeature(platform),
    createPrivacyFeature(platform, media.storage),
    createCallsFeature(platform, providers),
    createRatingsFeature(platform),
    createReportsFeature(platform),
    createOperationsFeature(platform),
    createAssistantsFeature(platform, {
      authenticate: auth.authenticate,
      rates: createRateLimiter(rateLimitsOf(config)),
    }),
    createCloudApiFeature(platform, {
      authenticate: auth.authenticate,
      providers,
      rates: createRateLimiter(rateLimitsOf(config)),
    }),
  ];
  const hydrators = hydratorsOf(features);
  features.push(
    createWebhooksFeature(platform, hydrators),
    createSyncFeature(platform, {
      hydrators,
      members: team.syncMembers,
      authenticate: auth.authenticate,
      verifyToken: auth.verifyToken,
    }),
  );
  const fromTheEnd = features.toReversed();

  const http = createHttpServer(platform.log, config, {
    isHttps: platform.publicUrl().startsWith('https://'),
    rowLimits: rowLimitsOf(features),
  });
  const paths = features.flatMap((feature) => feature.paths ?? []);
  setGrowingTables(
    platform,
    features.flatMap((feature) => feature.growingTables ?? []),
  );
  if (config.ROLE === 'worker') refuseApiCallsOnWorker(http, paths);
  registerOperations(
    http,
    platform,
    features.flatMap(({ metrics }) => metrics ?? []),
  );
  answerWhileSilent(http, platform.db, ['/api', ...paths.map(({ prefix }) => prefix)]);
  registerRoutes(
    http,
    auth.authenticate,
    features.map(({ handlers = {} }) => handlers),
    {
      checkResponses: options.checkResponses,
      rates: rateLimitsOf(config),
      ensureRoom: (bytes) => ensureRoom(config, bytes),
      onApiKeyCall: settings.onApiKeyCall,
      isInternalCall: isAssistantCall,
      audit: settings.routeAudit,
    },
  );
  for (const feature of features) await feature.registerRoutes?.(http);
  if (options.web) await serveWebApp(http, platform, paths);

  let workers: Worker[] = [];
  let monitor: ProcessMonitor | undefined;
  return {
    http,
    startWorkers() {
      const leases = features.flatMap((feature) => feature.leases ?? []);
      monitor = monitorProcesses(platform.serverProcess, platform, leases);
      if (config.ROLE === 'api') return;
      const { soleProcess } = options;
      workers = features.flatMap((feature) => feature.startWorkers?.({ soleProcess }) ?? []);
      const jobs = features.flatMap((feature) => feature.jobs ?? []);
      workers.push(startJobs(platform, jobs, { soleProcess }));
      workers.push(startMaintenance(platform, maintenanceOf(features)));
    },
    async close() {
      for (const feature of fromTheEnd) feature.disconnect?.();
      await http.close();
      for (const feature of fromTheEnd) await feature.flush?.();
      await Promise.all(workers.map((worker) => worker.stop()));
      await monitor?.stop();
      for (const feature of fromTheEnd) await feature.close?.();
    },
  };
}
