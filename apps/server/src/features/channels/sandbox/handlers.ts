import { parsePhone } from '@parley/contract/phone-number';
import type { PhoneCallView, PhoneMessage, PhoneUpdates, PhoneView, TrafficEntry } from '@parley/whatsapp-simulator';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deleteSandboxContacts, ensureSandboxContacts } from '../../contacts/public.ts';
import type { ScanUpload } from '../../media/public.ts';
import { visibilityOf } from '../../team/public.ts';
import { presentChannel } from '../present.ts';
import { findCountry } from '../repo.ts';
import type { SimulatorProcess } from '../simulator.ts';
import { shiftClock } from './clock.ts';
import { createSandboxControl, type SandboxControl } from './control.ts';
import { forwardMedia, storeMedia } from './media.ts';
import { presentFaults, presentPhone, presentPhoneMessage, type SimulatorFaults, toSimulator } from './present.ts';

/** The customer created on the first visit, so that there is a conversation to try. */
const firstPhone = { phone_number: '447700900000', name: 'Layla Haddad' };
/** Customers of a new group, as far as the sandbox has none. */
const groupNames = [firstPhone.name, 'Jonas Berg', 'Mei Tanaka'];
const phonesShown = 200;
/** Contacts that a reset deletes in one transaction. */
const removedAtOnce = 5_000;

export type SandboxDependencies = {
  /** Deletes the conversations of a sandbox channel. */
  deleteConversations(tx: TenantTx, channelId: string): Promise<void>;
  scanUpload: ScanUpload;
};

type SandboxCall = { call: PhoneCallView | null };
type SandboxAccount = { faults: SimulatorFaults; counts: { phones: number; named: number }; clock_offset_ms: number };
const phonePath = (phoneId: string) => `/phones/${encodeURIComponent(phoneId)}`;

/** The account's simulated phones, through the simulator's control API with the sandbox's own token. */
export function sandboxHandlers(platform: Platform, simulator: SimulatorProcess, needs: SandboxDependencies): Handlers {
  const open = createSandboxControl(platform, simulator);

  async function control<T>(actor: MemberActor, method: string, path: string, body?: unknown, signal?: AbortSignal) {
    return (await open(actor)).call<T>(method, path, body, signal);
  }

  /** @throws AppError validation_failed unless it is a number, or none is given */
  async function numberIn(actor: MemberActor, { phone_number: given }: { phone_number?: string | undefined }) {
    if (given === undefined) return {};
    const country = (await platform.db.withTenant(actor.clientId, (tx) => findCountry(tx, actor.clientId))) ?? '';
    const phone_number = parsePhone(given, country);
    if (phone_number === null) throw invalid('phone_number', 'This is not a phone number.');
    return { phone_number };
  }

  async function reset(actor: MemberActor): Promise<void> {
    const { clientId } = actor;
    const sandbox = await open(actor);
    await simulator.replaceDamaged();
    await shiftClock(platform, sandbox, 0);
    await sandbox.call('POST', '/reset');
    await platform.db.withTenant(clientId, (tx) => needs.deleteConversations(tx, sandbox.row.id));
    let removed: number;
    do removed = await platform.db.withTenant(clientId, (tx) => deleteSandboxContacts(tx, removedAtOnce));
    while (removed === removedAtOnce);
    platform.notifier.notify('changes_new', clientId);
  }

  return {
    async 'GET /api/sandbox'({ actor }) {
      const sandbox = await open(actor);
      const [account, phones] = await Promise.all([sandbox.call<SandboxAccount>('GET', '/account'), phonesOf(sandbox)]);
      // The channel's clock is authoritative: a simulator that missed its last change gets it again.
      if (account.clock_offset_ms !== sandbox.row.clock_offset_ms) {
        await sandbox.call('POST', '/clock', { offset_ms: sandbox.row.clock_offset_ms });
      }
      const body = {
        channel: visibilityOf(actor).channel(presentChannel(sandbox.row)),
        phones: phones.map(presentPhone),
        faults: presentFaults(account.faults),
        people: account.counts.phones - account.counts.named,
      };
      return { status: 200, body };
    },
    async 'POST /api/sandbox/phones'({ actor }, { body }) {
      const made = { name: body.name, ...(await numberIn(actor, body)) };
      return { status: 201, body: presentPhone(await control<PhoneView>(actor, 'POST', '/phones', made)) };
    },
    async 'POST /api/sandbox/groups'({ actor }, { body }) {
      const sandbox = await open(actor);
      const there = (await phonesOf(sandbox)).filter(({ members }) => members === null).slice(0, groupNames.length);
      for (const name of groupNames.slice(there.length)) {
        there.push(await sandbox.call<PhoneView>('POST', '/phones', { name }));
      }
      const group = { subject: body.name, members: there.map(({ id }) => id) };
      return { status: 201, body: presentPhone(await sandbox.call<PhoneView>('POST', '/groups', group)) };
    },
    async 'POST /api/sandbox/phones/{phone_id}/number'({ actor }, { params, body }) {
      const path = `${phonePath(params.phone_id)}/number`;
      const moved = await control<PhoneView>(actor, 'POST', path, await numberIn(actor, body));
      return { status: 200, body: presentPhone(moved) };
    },
    async 'PUT /api/sandbox/phones/{phone_id}'({ actor }, { params, body }) {
      return {
        status: 200,
        body: presentPhone(await control<PhoneView>(actor, 'PATCH', phonePath(params.phone_id), body)),
      };
    },
    async 'POST /api/sandbox/phones/{phone_id}/messages'({ actor }, { params, body }) {
      const message = { ...body, id: body.id ?? newId() };
      const path = `${phonePath(params.phone_id)}/messages`;
      return { status: 201, body: presentPhoneMessage(await control<PhoneMessage>(actor, 'POST', path, message)) };
    },
    async 'POST /api/sandbox/phones/{phone_id}/taps'({ actor }, { params, body }) {
      const path = `${phonePath(params.phone_id)}/taps`;
      const tapped = { ...body, id: body.id ?? newId() };
      return { status: 201, body: presentPhoneMessage(await control<PhoneMessage>(actor, 'POST', path, tapped)) };
    },
    async 'POST /api/sandbox/phones/{phone_id}/plays'({ actor }, { params, body }) {
      await control(actor, 'POST', `${phonePath(params.phone_id)}/plays`, body);
      return { status: 204, body: undefined };
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
    async 'GET /api/sandbox/phones/{phone_id}/calls'({ actor }, { params }) {
      return { status: 200, body: await control<SandboxCall>(actor, 'GET', `${phonePath(params.phone_id)}/calls`) };
    },
    async 'POST /api/sandbox/phones/{phone_id}/calls'({ actor }, { params }) {
      return { status: 201, body: await control<SandboxCall>(actor, 'POST', `${phonePath(params.phone_id)}/calls`) };
    },
    async 'PUT /api/sandbox/phones/{phone_id}/calls'({ actor }, { params }) {
      return { status: 200, body: await control<SandboxCall>(actor, 'PUT', `${phonePath(params.phone_id)}/calls`) };
    },
    async 'DELETE /api/sandbox/phones/{phone_id}/calls'({ actor }, { params }) {
      return { status: 200, body: await control<SandboxCall>(actor, 'DELETE', `${phonePath(params.phone_id)}/calls`) };
    },
    async 'POST /api/sandbox/media'({ actor, request }) {
      return { status: 201, body: await storeMedia(simulator, (await open(actor)).account, request, needs.scanUpload) };
    },
    async 'GET /api/sandbox/media/{media_id}'({ actor }, { params }) {
      return { status: 200, body: await forwardMedia(simulator, (await open(actor)).account, params.media_id) };
    },
    async 'PUT /api/sandbox/clock'({ actor }, { body }) {
      const moved = await shiftClock(platform, await open(actor), body.offset_ms);
      return { status: 200, body: visibilityOf(actor).channel(presentChannel(moved)) };
    },
    async 'PUT /api/sandbox/faults'({ actor }, { body }) {
      const { faults } = await control<{ faults: SimulatorFaults }>(actor, 'POST', '/faults', toSimulator(body));
      return { status: 200, body: presentFaults(faults) };
    },
    async 'GET /api/sandbox/traffic'({ actor }) {
      const sandbox = await open(actor);
      const [{ data }, { faults }] = await Promise.all([
        sandbox.call<{ data: TrafficEntry[] }>('GET', '/traffic?newest=true&limit=200'),
        sandbox.call<{ faults: SimulatorFaults }>('GET', '/faults'),
      ]);
      return { status: 200, body: { data, faults: presentFaults(faults) } };
    },
    async 'POST /api/sandbox/traffic/{cursor}/replay'({ actor }, { params }) {
      const path = `/traffic/${encodeURIComponent(params.cursor)}/replay`;
      return { status: 200, body: await control<{ status: number | null }>(actor, 'POST', path) };
    },
    async 'POST /api/sandbox/people'({ actor }, { body }) {
      const sandbox = await open(actor);
      type Made = { data: Array<{ phone_number: string; name: string }> };
      const { data } = await sandbox.call<Made>('POST', '/phones/many', body);
      await platform.db.withTenant(actor.clientId, (tx) => ensureSandboxContacts(tx, data));
      platform.notifier.notify('changes_new', actor.clientId);
      return { status: 200, body: { people: body.from + data.length } };
    },
    async 'POST /api/sandbox/reset'({ actor }) {
      await reset(actor);
      return { status: 204, body: undefined };
    },
  };
}

/** The open phones; on the first visit one is created. */
async function phonesOf(sandbox: SandboxControl): Promise<PhoneView[]> {
  const list = () => sandbox.call<{ data: PhoneView[] }>('GET', `/phones?limit=${phonesShown}`);
  const { data } = await list();
  if (data.length > 0) return data;
  const made = await sandbox.call<PhoneView>('POST', '/phones', firstPhone);
  if (made === undefined)
    throw new AppError('simulator_unavailable', { message: 'The simulator couldn’t create a phone.' });
  return [made];
}
