import type { BusinessProfile, BusinessUsername } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { changesBetween } from '../../platform/auth/audit.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from './audit.ts';
import { whileSendsWait } from './hold-sends.ts';
import { requireOutcome } from './outcome-errors.ts';
import type { ProviderAccess } from './provider-access.ts';
import { type Reached, reachNumber } from './reach.ts';
import { registerNumber, registrationOf } from './registration.ts';

/** Verifying and registering a number, its two-step PIN, and its business profile: WhatsApp's own calls. */
export function numberHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const reach = (actor: MemberActor, id: string) => reachNumber(platform, providers, actor, id);

  async function profileOf({ client, number }: Reached): Promise<BusinessProfile> {
    const found = requireOutcome(await client.getBusinessProfile(number), 'profile');
    return {
      about: found.about ?? '',
      address: found.address ?? '',
      description: found.description ?? '',
      email: found.email ?? '',
      websites: found.websites,
      vertical: found.vertical ?? '',
      picture_url: found.profilePictureUrl,
    };
  }

  async function usernameOf({ client, number }: Reached): Promise<BusinessUsername> {
    const [found, suggested] = await Promise.all([client.getUsername(number), client.listUsernameSuggestions(number)]);
    // Suggestions are a help: a username can be chosen without them.
    return { ...requireOutcome(found, 'username'), suggestions: suggested.kind === 'ok' ? suggested.value : [] };
  }

  return {
    'GET /api/channels/{id}/username': async ({ actor }, { params }) => ({
      status: 200,
      body: await usernameOf(await reach(actor, params.id)),
    }),
    'PUT /api/channels/{id}/username': async (call, { params, body: { username } }) => {
      const reached = await reach(call.actor, params.id);
      requireOutcome(await reached.client.setUsername({ ...reached.number, username }), 'username');
      await audit(platform, call, 'channels.username_changed', params.id, { name: username });
      return { status: 200, body: await usernameOf(reached) };
    },
    'DELETE /api/channels/{id}/username': async (call, { params }) => {
      const reached = await reach(call.actor, params.id);
      requireOutcome(await reached.client.deleteUsername(reached.number), 'username');
      await audit(platform, call, 'channels.username_deleted', params.id);
      return { status: 200, body: await usernameOf(reached) };
    },
    'GET /api/channels/{id}/registration': async ({ actor }, { params }) => ({
      status: 200,
      body: await registrationOf(await reach(actor, params.id)),
    }),
    'POST /api/channels/{id}/registration/request-code': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      requireOutcome(await reached.client.requestCode({ ...reached.number, ...body }), 'method');
      return { status: 200, body: await registrationOf(reached) };
    },
    'POST /api/channels/{id}/registration/verify-code': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      const code = body.code.replaceAll('-', '');
      requireOutcome(await reached.client.verifyCode({ ...reached.number, code }), 'code');
      return { status: 200, body: await registrationOf(reached) };
    },
    'POST /api/channels/{id}/registration/register': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      const channel = { clientId: actor.clientId, channelId: reached.row.id };
      await registerNumber(reached, body, (work) => whileSendsWait(platform, channel, work));
      return { status: 200, body: await registrationOf(reached) };
    },
    'POST /api/channels/{id}/registration/pin': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      requireOutcome(await reached.client.setTwoStepPin({ ...reached.number, pin: body.pin }), 'pin');
      return { status: 200, body: await registrationOf(reached) };
    },
    'POST /api/channels/{id}/app-data': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      requireOutcome(await reached.client.requestAppData({ ...reached.number, what: body.what }), 'what');
      return { status: 204, body: undefined };
    },
    'GET /api/channels/{id}/profile': async ({ actor }, { params }) => ({
      status: 200,
      body: await profileOf(await reach(actor, params.id)),
    }),
    'PUT /api/channels/{id}/profile': async (call, { params, body }) => {
      const reached = await reach(call.actor, params.id);
      const [field = 'profile'] = Object.keys(body);
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const before = await profileOf(reached);
      requireOutcome(await reached.client.updateBusinessProfile({ ...reached.number, change }), field);
      const after = await profileOf(reached);
      await audit(platform, call, 'channels.profile_changed', params.id, { changes: changesBetween(before, after) });
      return { status: 200, body: after };
    },
  };
}
