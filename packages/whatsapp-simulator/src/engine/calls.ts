import { randomBytes } from 'node:crypto';
import type { PhoneCallView } from '../control-types.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';
import { noteTalked, noteUnanswered } from './call-permissions.ts';
import type { Core } from './core.ts';
import { openPeer, type Peer } from './peer.ts';
import { enqueueCall, enqueueCallStatus, enqueueOwnCall } from './updates.ts';

/** WhatsApp rings for about as long. */
const ringMs = 30_000;
/** Calls of one account at a time: each has a connection of its own. */
const mostAtOnce = 10;

export interface SimulatedCall {
  readonly id: string;
  readonly phoneId: string;
  state: 'ringing' | 'connected' | 'ended';
  /** Of the business: its side of the connection. */
  ours: { offer: string; opaque: string | null } | null;
  /** The customer's; null until they take a call of the business. */
  peer: Peer | null;
  /** By the account's clock. */
  connectedMs: number | null;
  timer: NodeJS.Timeout;
}

/** In memory: a connection does not outlive its process. The last call of each phone. */
const calls = new WeakMap<Core, Map<string, SimulatedCall>>();

const keyOf = (account: Account, phoneId: string) => `${account.key}/${phoneId}`;

function callsOf(core: Core): Map<string, SimulatedCall> {
  const known = calls.get(core) ?? new Map<string, SimulatedCall>();
  calls.set(core, known);
  return known;
}

export function lastCallOf(core: Core, account: Account, phoneId: string): SimulatedCall | null {
  return callsOf(core).get(keyOf(account, phoneId)) ?? null;
}

export function findCall(core: Core, account: Account, id: string): SimulatedCall | null {
  const own = [...callsOf(core)].filter(([key]) => key.startsWith(`${account.key}/`));
  return own.find(([, call]) => call.id === id)?.[1] ?? null;
}

/** Whether the account has as many calls as can be at once. */
export function isBusy(core: Core, account: Account): boolean {
  const own = [...callsOf(core)].filter(([key]) => key.startsWith(`${account.key}/`));
  return own.filter(([, { state }]) => state !== 'ended').length >= mostAtOnce;
}

const newId = () => `wacid.${randomBytes(18).toString('base64url')}`;

/** The business calls: it rings at a phone that is online, for half a minute at most. */
export function placeOwnCall(
  core: Core,
  account: Account,
  phone: Phone,
  offer: string,
  opaque: string | null,
): SimulatedCall {
  const call: SimulatedCall = {
    id: newId(),
    phoneId: phone.id,
    state: 'ringing',
    ours: { offer, opaque },
    peer: null,
    connectedMs: null,
    timer: setTimeout(() => endCall(core, account, call), ringMs),
  };
  call.timer.unref();
  callsOf(core).set(keyOf(account, phone.id), call);
  if (phone.online && !phone.blocks_us) {
    core.database.write(() => enqueueCallStatus(core, account, phone, { id: call.id, opaque }, 'RINGING'));
  }
  return call;
}

/** The customer takes a call of the business. @throws Error when its offer is none */
export async function answerOwnCall(core: Core, account: Account, phone: Phone, call: SimulatedCall): Promise<void> {
  if (call.ours === null || call.state !== 'ringing') return;
  const { offer, opaque } = call.ours;
  const peer = await openPeer(offer);
  // It may have ended meanwhile.
  if ((call.state as SimulatedCall['state']) !== 'ringing') return peer.close();
  clearTimeout(call.timer);
  call.peer = peer;
  call.state = 'connected';
  call.connectedMs = clockOf(account);
  const named = { id: call.id, opaque };
  core.database.write(() => {
    enqueueOwnCall(core, account, phone, named, {
      event: 'connect',
      session: { sdp_type: 'answer', sdp: peer.sdp },
    });
    enqueueCallStatus(core, account, phone, named, 'ACCEPTED');
  });
}

/** The customer calls: it rings until somebody takes it, for half a minute at most. */
export async function placeCall(core: Core, account: Account, phone: Phone): Promise<SimulatedCall> {
  const peer = await openPeer();
  const call: SimulatedCall = {
    id: newId(),
    phoneId: phone.id,
    state: 'ringing',
    ours: null,
    peer,
    connectedMs: null,
    timer: setTimeout(() => endCall(core, account, call), ringMs),
  };
  call.timer.unref();
  callsOf(core).set(keyOf(account, phone.id), call);
  core.database.write(() => {
    phone.last_inbound_ms = clockOf(account);
    core.phones.save(phone);
    enqueueCall(core, account, phone, call.id, { event: 'connect', session: { sdp_type: 'offer', sdp: peer.sdp } });
  });
  return call;
}

/** The business takes it. @throws Error when its answer is none */
export async function takeCall(account: Account, call: SimulatedCall, answer: string, now: boolean): Promise<void> {
  await call.peer?.connect(answer);
  if (!now || call.state !== 'ringing') return;
  clearTimeout(call.timer);
  call.state = 'connected';
  call.connectedMs = clockOf(account);
}

/** Either side ends it, or nobody took it; again, nothing happens. @param by who declines one that rings */
export function endCall(core: Core, account: Account, call: SimulatedCall, by?: 'customer'): void {
  if (call.state === 'ended') return;
  clearTimeout(call.timer);
  call.state = 'ended';
  call.peer?.close();
  const phone = core.phones.find(account.key, call.phoneId);
  if (!phone) return;
  const { connectedMs } = call;
  const endMs = clockOf(account);
  const seconds = (ms: number) => String(Math.floor(ms / 1000));
  const lasted =
    connectedMs === null
      ? { status: 'FAILED' }
      : {
          status: 'COMPLETED',
          start_time: seconds(connectedMs),
          end_time: seconds(endMs),
          duration: Math.max(1, Math.round((endMs - connectedMs) / 1000)),
        };
  core.database.write(() => {
    if (connectedMs !== null) noteTalked(phone);
    else if (call.ours !== null) noteUnanswered(phone);
    core.phones.save(phone);
    if (call.ours === null) {
      enqueueCall(core, account, phone, call.id, { event: 'terminate', ...lasted });
      return;
    }
    const named = { id: call.id, opaque: call.ours.opaque };
    if (by === 'customer' && connectedMs === null) enqueueCallStatus(core, account, phone, named, 'REJECTED');
    enqueueOwnCall(core, account, phone, named, { event: 'terminate', ...lasted });
  });
}

/** The account's phones are gone: nothing is told. */
export function dropCalls(core: Core, account: Account): void {
  for (const [key, call] of [...callsOf(core)]) {
    if (!key.startsWith(`${account.key}/`)) continue;
    clearTimeout(call.timer);
    call.peer?.close();
    callsOf(core).delete(key);
  }
}

/** Before the database closes: no connection stays open. */
export function stopCalls(core: Core): void {
  for (const call of callsOf(core).values()) {
    clearTimeout(call.timer);
    call.peer?.close();
  }
}

export function presentCall(call: SimulatedCall): PhoneCallView {
  const by = call.ours === null ? 'customer' : 'business';
  return { id: call.id, by, state: call.state, heard_packets: call.peer?.heard() ?? 0 };
}
