import type { BusinessProfile, BusinessUsername, RegistrationState } from '@parley/contract/types';
import type { WhatsAppClient } from '@parley/whatsapp-client';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { changesBetween } from '../../platform/auth/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { audit } from './audit.ts';
import { openCredentials } from './credentials.ts';
import { requireOutcome } from './outcome-errors.ts';
import type { ProviderAccess } from './provider-access.ts';
import type { ChannelRow } from './repo.ts';
import { getChannel } from './service.ts';

type Reached = {
  row: ChannelRow;
  client: WhatsAppClient;
  number: { accessToken: string; phoneNumberId: string; timeoutMs: number };
};

/** A member waits for these calls. */
const timeoutMs = 15_000;

/** Verifying and registering a number, its two-step PIN, and its business profile: WhatsApp's own calls. */
export function numberHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  async function reach(actor: MemberActor, id: string): Promise<Reached> {
    const row = await platform.db.withTenant(actor.clientId, (tx) => getChannel(tx, id));
    if (row.kind !== 'WHATSAPP') {
      throw new AppError('validation_failed', { message: 'Only WhatsApp channels support this.' });
    }
    const { access_token: accessToken } = openCredentials(
      platform.secrets,
      actor.clientId,
      row.id,
      row.credentials_enc,
    );
    const client = await providers.clientFor(row);
    return { row, client, number: { accessToken, phoneNumberId: row.phone_number_id, timeoutMs } };
  }

  async function stateOf({ client, number }: Reached): Promise<RegistrationState> {
    const info = requireOutcome(await client.getPhoneNumber(number), 'phone_number_id');
    return { status: info.status, code_verification: info.codeVerificationStatus, pin_enabled: info.isPinEnabled };
  }

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
      body: await stateOf(await reach(actor, params.id)),
    }),
    'POST /api/channels/{id}/registration/request-code': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      requireOutcome(await reached.client.requestCode({ ...reached.number, ...body }), 'method');
      return { status: 200, body: await stateOf(reached) };
    },
    'POST /api/channels/{id}/registration/verify-code': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      const code = body.code.replaceAll('-', '');
      requireOutcome(await reached.client.verifyCode({ ...reached.number, code }), 'code');
      return { status: 200, body: await stateOf(reached) };
    },
    'POST /api/channels/{id}/registration/register': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      requireOutcome(await reached.client.registerNumber({ ...reached.number, pin: body.pin }), 'pin');
      return { status: 200, body: await stateOf(reached) };
    },
    'POST /api/channels/{id}/registration/pin': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      requireOutcome(await reached.client.setTwoStepPin({ ...reached.number, pin: body.pin }), 'pin');
      return { status: 200, body: await stateOf(reached) };
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
