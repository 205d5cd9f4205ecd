import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  broadcastsHandlers,
  broadcastsJobs,
  forgetCursors,
  hydrateCampaigns,
  startBroadcaster,
} from './features/broadcasts/public.ts';
import {
  channelsHandlers,
  closeChannels,
  createChannelDirectory,
  createProviderAccess,
  createSandboxChannel,
  createSimulatorProcess,
  createWebhookNotes,
  deleteExpiredSignups,
  hydrateChannels,
  manageHandlers,
  numberHandlers,
  registerSessionReceiver,
  registerSimulatorProxy,
  sandboxHandlers,
  scenarioHandlers,
  startChannelCare,
  startingChannels,
  testNumberHandlers,
} from './features/channels/public.ts';
import { composeHandlers } from './features/compose/public.ts';
import {
  contactsHandlers,
  contactsJobs,
  deleteExpiredContactRows,
  hydrateContactLists,
  hydrateContacts,
  privacyJobs,
} from './features/contacts/public.ts';
import { deleteExpiredIdentityRows, findPhotoOf, identityHandlers } from './features/identity/public.ts';
import {
  type Applier,
  createRawStore,
  createSendBatcher,
  deleteConversationsOf,
  deleteSettledInboxRows,
  hydrateMessages,
  hydrateNotes,
  hydrateThreads,
  inboxHandlers,
  noteMedia,
  registerReceiver,
  startApplier,
  startDispatcher,
  webhookHandlers,
} from './features/inbox/public.ts';
import {
  copyMediaJob,
  createFileKeeper,
  createMediaAddresses,
  createMediaPresenter,
  createProviderUploads,
  createSharedFiles,
  createStorage,
  mediaHandlers,
  queueTidying,
  receiveSquare,
  registerMediaDelivery,
  registerSquares,
  removeStaleIncoming,
  tidyMediaJob,
} from './features/media/public.ts';
import {
  createKeyRequests,
  deleteOldKeyHours,
  findLogoOf,
  hydrateUsers,
  settingsHandlers,
} from './features/settings/public.ts';
import { createHub, serveSync, startSequencer, syncHandlers } from './features/sync/public.ts';
import {
  createOnline,
  createPeopleForIdentity,
  createPeopleOfSync,
  hydrateUserGroups,
  teamHandlers,
} from './features/team/public.ts';
import { hydrateTemplates, startingTemplates, templatesHandlers } from './features/templates/public.ts';
import { createAuth } from './platform/auth/authenticate.ts';
import { maintainPartitions } from './platform/db/partitions-repo.ts';
import { registerOperations } from './platform/http/operations.ts';
import { registerRoutes } from './platform/http/routing.ts';
import { createHttpServer } from './platform/http/server.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { deleteEndedJobs } from './platform/jobs/queue-repo.ts';
import { type JobKind, startJobs } from './platform/jobs/runner.ts';
import { deleteExpiredLetters } from './platform/mail/outbox-repo.ts';
import { createSmtpTransport } from './platform/mail/smtp.ts';
import { startMailWorker } from './platform/mail/worker.ts';
import type { Platform } from './platform/platform.ts';
import { startUpkeep } from './platform/upkeep.ts';

const upkeepWorks = {
  broadcasts: forgetCursors,
  channels: deleteExpiredSignups,
  contacts: deleteExpiredContactRows,
  identity: deleteExpiredIdentityRows,
  inbox: deleteSettledInboxRows,
  jobs: deleteEndedJobs,
  mail: deleteExpiredLetters,
  partitions: maintainPartitions,
  settings: deleteOldKeyHours,
};

export type AppOptions = {
  /** No other process shares the database: what a crashed predecessor held is taken over at once. */
  soleProcess: boolean;
  /** Check every answer against the contract (tests). */
  checkResponses: boolean;
  /** The built web application; false leaves it out (tests of the API). */
  web: boolean;
};

export type ParleyApp = {
  http: FastifyInstance;
  /** Begins the work behind the routes; call it when the server's own address is known. */
  startWorkers(): void;
  /** Ends workers and connections in an order that loses nothing: no new input first, outcomes last. */
  close(): Promise<void>;
};

/** Puts the features together: routes for `api`, workers for `worker`, both for `all`. */
export async function buildApp(platform: Platform, options: AppOptions): Promise<ParleyApp> {
  const { config } = platform;
  const auth = await createAuth(platform);
  const directory = createChannelDirectory(platform);
  const simulator = createSimulatorProcess(platform);
  const batcher = createSendBatcher(platform);
  const storage = createStorage(config);
  const keeper = createFileKeeper(platform, storage);
  const mediaAddresses = createMediaAddresses(platform);
  const providers = createProviderAccess(platform, simulator, createSharedFiles(platform, mediaAddresses));
  const presentMedia = createMediaPresenter(platform, mediaAddresses);
  const toSquare = (request: FastifyRequest) => receiveSquare(keeper, request);
  const hub = createHub(platform, {
    campaigns: hydrateCampaigns,
    channels: hydrateChannels,
    contact_lists: hydrateContactLists,
    contacts: hydrateContacts,
    messages: hydrateMessages(presentMedia),
    templates: hydrateTemplates,
    notes: hydrateNotes,
    threads: hydrateThreads,
    user_groups: hydrateUserGroups,
    users: hydrateUsers,
  });
  const online = createOnline(platform);
  const people = createPeopleOfSync(platform, online);
  let applier: Applier | undefined;
  const webhookNotes = createWebhookNotes(platform);
  const keyRequests = createKeyRequests(platform);
  const store = createRawStore(platform, (lane, rows) => {
    webhookNotes.stored(rows);
    if (applier === undefined) platform.signal.hint('webhook_events', String(lane));
    else applier.stored(lane, rows);
  });
  /** Work behind the answers, one line a feature. */
  const jobKinds: JobKind[] = [
    ...broadcastsJobs(platform),
    ...contactsJobs,
    ...privacyJobs(platform, storage),
    copyMediaJob(platform, { keeper, senderFor: providers.senderFor, noteMedia }),
    tidyMediaJob(platform, storage),
  ];
  let workers: Array<{ stop(): Promise<void> }> = [];

  const http = createHttpServer({ log: platform.log, trustedProxy: config.TRUSTED_PROXY });
  registerOperations(http, platform);
  registerRoutes(
    http,
    auth.authenticate,
    [
      broadcastsHandlers(platform),
      channelsHandlers(platform, { client: providers.graph }),
      composeHandlers(platform, presentMedia),
      contactsHandlers(platform),
      identityHandlers(platform, auth, createPeopleForIdentity(platform, closeChannels, toSquare)),
      inboxHandlers(platform, batcher, presentMedia),
      manageHandlers(platform, providers),
      mediaHandlers(platform, keeper),
      numberHandlers(platform, providers),
      sandboxHandlers(platform, simulator, {
        deleteConversations: (tx, channelId) => deleteConversationsOf(tx, channelId),
      }),
      scenarioHandlers(platform),
      settingsHandlers(platform, {
        createSandboxChannel: (tx, clientId) =>
          config.SANDBOX ? createSandboxChannel(platform, tx, clientId) : Promise.resolve(),
        listChannels: startingChannels,
        receiveSquare: toSquare,
        listTemplates: startingTemplates,
      }),
      syncHandlers(hub, people, auth.authenticate),
      teamHandlers(platform, closeChannels),
      templatesHandlers(platform, providers),
      testNumberHandlers(platform),
      webhookHandlers(platform, directory),
    ],
    { checkResponses: options.checkResponses, keyCalled: (call) => keyRequests.answered(call) },
  );
  registerSquares(http, async (id) => (await findPhotoOf(platform, id)) ?? findLogoOf(platform, id));
  registerMediaDelivery(http, platform, storage, mediaAddresses);
  await registerReceiver(http, platform, directory, store);
  await registerSessionReceiver(http, directory, (delivery) => store.put(delivery));
  if (config.SANDBOX) await registerSimulatorProxy(http, platform, simulator);
  if (options.web) await serveWebApp(http, platform);
  const live = serveSync(http, { platform, hub, verify: auth.verifyToken, people });

  return {
    http,
    startWorkers() {
      if (config.ROLE === 'api') return;
      const { soleProcess } = options;
      const works = { ...upkeepWorks, media: queueTidying(platform) };
      removeStaleIncoming(platform).catch((error: unknown) =>
        platform.log.warn({ err: error }, 'media: what a crash left behind stays for now'),
      );
      applier = startApplier(platform, directory, { soleProcess });
      const dispatcher = startDispatcher(platform, {
        senderFor: providers.senderFor,
        uploadMedia: createProviderUploads(platform, storage),
        soleProcess,
      });
      workers = [applier, dispatcher, startSequencer(platform), startUpkeep(platform, works)];
      workers.push(startJobs(platform, jobKinds, { soleProcess }));
      workers.push(startChannelCare(platform, providers));
      workers.push(startBroadcaster(platform));
      if (config.SMTP_URL !== undefined) {
        workers.push(startMailWorker(platform, createSmtpTransport(config.SMTP_URL, platform.publicUrl())));
      }
      if (!config.SANDBOX) return;
      simulator.resume().catch((error: unknown) => platform.log.warn({ err: error }, 'simulator: not resumed'));
    },
    async close() {
      live.close();
      online.close();
      await http.close();
      await store.close();
      await webhookNotes.close();
      await keyRequests.close();
      await Promise.all(workers.map((worker) => worker.stop()));
      hub.close();
      await providers.close();
      await simulator.close();
    },
  };
}
