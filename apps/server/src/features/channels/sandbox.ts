import type { SandboxPhone, SandboxPhoneMessage } from '@parley/contract/types';
import type { PhoneMessage, PhoneUpdates, PhoneView } from '@parley/whatsapp-simulator';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { parsePhone } from '../contacts/public.ts';
import { visibilityOf } from '../team/public.ts';
import { presentChannel } from './present.ts';
import { type ChannelRow, findCountry, findSandboxChannel } from './repo.ts';
import { simulatedAccount } from './senders.ts';
import type { SimulatorProcess } from './simulator.ts';

/** The customer of the first visit, so that somebody is there to write. */
const firstPhone = { phone_number: '447700900000', name: 'Layla Haddad' };

/** The account's simulated phones, through the simulator's control surface with the sandbox's own token. */
export function sandboxHandlers(platform: Platform, simulator: SimulatorProcess): Handlers {
  async function sandboxOf(actor: MemberActor): Promise<ChannelRow> {
    if (!visibilityOf(actor).everything) {
      const message =
        'The sandbox shows every number and conversation in it: it is for people who may see all of them.';
      throw new AppError('forbidden', { message });
    }
    const row = platform.config.SANDBOX
      ? await platform.db.withTenant(actor.clientId, (tx) => findSandboxChannel(tx, actor.clientId))
      : null;
    if (row === null) throw new AppError('not_found', { message: 'This account has no sandbox: it was not found.' });
    return row;
  }

  async function control<T>(
    actor: MemberActor,
    method: string,
    path: string,
    body?: unknown,
    signal?: AbortSignal,
  ): Promise<T> {
    return simulator.control<T>(simulatedAccount(platform, await sandboxOf(actor)), method, path, body, signal);
  }
  const phonePath = (phoneId: string) => `/phones/${encodeURIComponent(phoneId)}`;

  return {
    async 'GET /api/sandbox'({ actor }) {
      const row = await sandboxOf(actor);
      const account = simulatedAccount(platform, row);
      const list = () => simulator.control<{ data: PhoneView[] }>(account, 'GET', '/phones');
      let phones = (await list()).data;
      if (phones.length === 0) {
        await simulator.control(account, 'POST', '/phones', firstPhone);
        phones = (await list()).data;
      }
      return {
        status: 200,
        body: { channel: visibilityOf(actor).channel(presentChannel(row)), phones: phones.map(presentPhone) },
      };
    },
    async 'POST /api/sandbox/phones'({ actor }, { body }) {
      const country = (await platform.db.withTenant(actor.clientId, (tx) => findCountry(tx, actor.clientId))) ?? '';
      const phoneNumber = body.phone_number === undefined ? undefined : parsePhone(body.phone_number, country);
      if (phoneNumber === null) throw invalid('phone_number', 'This is not a phone number.');
      const made = await control<PhoneView>(actor, 'POST', '/phones', {
        name: body.name,
        ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
      });
      return { status: 201, body: presentPhone(made) };
    },
    async 'PUT /api/sandbox/phones/{phone_id}'({ actor }, { params, body }) {
      return {
        status: 200,
        body: presentPhone(await control<PhoneView>(actor, 'PATCH', phonePath(params.phone_id), body)),
      };
    },
    async 'POST /api/sandbox/phones/{phone_id}/messages'({ actor }, { params, body }) {
      const written = await control<PhoneMessage>(actor, 'POST', `${phonePath(params.phone_id)}/messages`, {
        id: body.id ?? newId(),
        type: body.type,
        text: body.text,
      });
      return { status: 201, body: presentPhoneMessage(written) };
    },
    async 'GET /api/sandbox/phones/{phone_id}/updates'({ actor, signal }, { params, query }) {
      const search = new URLSearchParams({ timeout: String(query.timeout) });
      if (query.cursor !== undefined) search.set('cursor', query.cursor);
      const path = `${phonePath(params.phone_id)}/updates?${search}`;
      const { cursor, phone, messages } = await control<PhoneUpdates>(actor, 'GET', path, undefined, signal);
      return { status: 200, body: { cursor, phone: presentPhone(phone), messages: messages.map(presentPhoneMessage) } };
    },
    async 'POST /api/sandbox/phones/{phone_id}/read'({ actor }, { params }) {
      await control(actor, 'POST', `${phonePath(params.phone_id)}/read`);
      return { status: 204, body: undefined };
    },
  };
}

function presentPhone(phone: PhoneView): SandboxPhone {
  return {
    id: phone.id,
    phone_number: phone.hides_number ? null : phone.id,
    name: phone.name,
    online: phone.online,
    reads: phone.reads,
  };
}

function presentPhoneMessage(message: PhoneMessage): SandboxPhoneMessage {
  return {
    cursor: message.cursor,
    id: message.id,
    direction: message.direction,
    type: message.type,
    content: typeof message.content === 'object' && message.content !== null ? { ...message.content } : {},
    timestamp: message.timestamp,
    status: message.status,
  };
}
