import type { AccountActor } from '../../platform/auth/actor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit, auditAdded } from './audit.ts';
import { checkFields } from './check-fields.ts';
import { openCredentials } from './credentials.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { createHealthReader } from './health.ts';
import { requireOutcome } from './outcome-errors.ts';
import { presentChannel } from './present.ts';
import type { ProviderAccess } from './provider-access.ts';
import { rotateCredentials, undoRotation } from './rotate.ts';
import { getChannel } from './service.ts';
import { connectSignup, finishSignup, metaAppOf, signupUrl } from './signup.ts';

/** What Admins do with channels beyond adding, renaming and removing them. */
export function manageHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const readHealth = createHealthReader(platform);
  const find = (actor: AccountActor, id: string) => platform.db.withTenant(actor.clientId, (tx) => getChannel(tx, id));

  return {
    'GET /api/channels/health': async ({ actor }) => ({ status: 200, body: { data: await readHealth(actor) } }),
    'GET /api/channels/connection-options': async () => ({
      status: 200,
      body: {
        webhook_base: `${platform.publicUrl()}/webhooks`,
        sandbox: platform.config.SANDBOX,
        embedded_signup: metaAppOf(platform) !== null,
      },
    }),
    'POST /api/channels/check': async ({ actor }, { body }) => ({
      status: 200,
      body: await checkFields(platform, providers.graph, actor.clientId, body),
    }),
    'POST /api/channels/signup': async ({ actor }, { body }) => ({
      status: 200,
      body: { url: signupUrl(platform, actor, body.keep_app) },
    }),
    'POST /api/channels/signup/finish': async ({ actor }, { body }) => ({
      status: 200,
      body: await finishSignup(platform, providers.graph, actor, body),
    }),
    'POST /api/channels/signup/connect': async (call, { body }) => {
      const { row, checks, created } = await connectSignup(platform, providers.graph, call.actor, body);
      if (created) await auditAdded(platform, call, row);
      return { status: created ? 201 : 200, body: { ...presentChannel(row), checks } };
    },
    'POST /api/channels/{id}/doctor': async ({ actor }, { params }) => ({
      status: 200,
      body: await runDoctor(platform, providers, await find(actor, params.id)),
    }),
    'POST /api/channels/{id}/subscribe': async ({ actor }, { params }) => {
      const row = await find(actor, params.id);
      if (row.kind === 'WHATSAPP' && !row.sandbox) {
        const credentials = openCredentials(platform.secrets, row.client_id, row.id, row.credentials_enc);
        const client = await providers.clientFor(row);
        const subscribed = await client.subscribeApp({
          accessToken: credentials.access_token,
          wabaId: row.waba_id,
          override: {
            callbackUri: `${platform.publicUrl()}/webhooks/whatsapp/${row.id}`,
            verifyToken: credentials.verify_token,
          },
        });
        requireOutcome(subscribed, 'webhooks');
      }
      return { status: 200, body: await runDoctor(platform, providers, row) };
    },
    'POST /api/channels/{id}/rotate': async (call, { params, body }) => {
      const row = await rotateCredentials(platform, providers, call.actor, params.id, body);
      await audit(platform, call, 'channels.rotated', row.id, { credentials: Object.keys(body) });
      return { status: 200, body: presentChannel(row) };
    },
    'POST /api/channels/{id}/rotate-back': async (call, { params }) => {
      const row = await undoRotation(platform, call.actor, params.id);
      await audit(platform, call, 'channels.rotated_back', row.id);
      return { status: 200, body: presentChannel(row) };
    },
  };
}
