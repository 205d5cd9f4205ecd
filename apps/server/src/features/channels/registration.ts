import type { BusinessProfile, RegistrationState } from '@parley/contract/types';
import type { WhatsAppClient } from '@parley/whatsapp-client';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { openCredentials } from './credentials.ts';
import { answered } from './outcome-error.ts';
import type { ChannelRow } from './repo.ts';
import type { ProviderAccess } from './senders.ts';
import { findChannel } from './service.ts';

type Reached = {
  row: ChannelRow;
  client: WhatsAppClient;
  number: { accessToken: string; phoneNumberId: string; timeoutMs: number };
};

/** A person waits for these calls. */
const timeoutMs = 15_000;

/** Proving and registering a number, its two-step PIN, and what customers see of the business: WhatsApp's own calls. */
export function numberHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  async function reach(actor: MemberActor, id: string): Promise<Reached> {
    const row = await platform.db.withTenant(actor.clientId, (tx) => findChannel(tx, id));
    if (row.kind !== 'WHATSAPP') {
      throw new AppError('validation_failed', { message: 'Only a WhatsApp number has this.' });
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
    const info = answered(await client.getPhoneNumber(number), 'phone_number_id');
    return { status: info.status, code_verification: info.codeVerificationStatus, pin_enabled: info.isPinEnabled };
  }

  async function profileOf({ client, number }: Reached): Promise<BusinessProfile> {
    const found = answered(await client.getBusinessProfile(number), 'profile');
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

  return {
    'GET /api/channels/{id}/registration': async ({ actor }, { params }) => ({
      status: 200,
      body: await stateOf(await reach(actor, params.id)),
    }),
    'POST /api/channels/{id}/registration/request-code': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      answered(await reached.client.requestCode({ ...reached.number, ...body }), 'method');
      return { status: 200, body: await stateOf(reached) };
    },
    'POST /api/channels/{id}/registration/verify-code': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      const code = body.code.replaceAll('-', '');
      answered(await reached.client.verifyCode({ ...reached.number, code }), 'code');
      return { status: 200, body: await stateOf(reached) };
    },
    'POST /api/channels/{id}/registration/register': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      answered(await reached.client.registerNumber({ ...reached.number, pin: body.pin }), 'pin');
      return { status: 200, body: await stateOf(reached) };
    },
    'POST /api/channels/{id}/registration/pin': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      answered(await reached.client.setTwoStepPin({ ...reached.number, pin: body.pin }), 'pin');
      return { status: 200, body: await stateOf(reached) };
    },
    'GET /api/channels/{id}/profile': async ({ actor }, { params }) => ({
      status: 200,
      body: await profileOf(await reach(actor, params.id)),
    }),
    'PUT /api/channels/{id}/profile': async ({ actor }, { params, body }) => {
      const reached = await reach(actor, params.id);
      const [field = 'profile'] = Object.keys(body);
      const change = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      answered(await reached.client.updateBusinessProfile({ ...reached.number, change }), field);
      return { status: 200, body: await profileOf(reached) };
    },
  };
}
