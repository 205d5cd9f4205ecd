import { type Faults, type HealthFault, type NumberFault, type Pacing, permissionNames } from '../control-types.ts';
import { applyFaults, endFault, endFaults } from '../engine/account-faults.ts';
import { applyElapsedTime } from '../engine/pass-time.ts';
import { replayCall } from '../engine/replay-call.ts';
import type { Reply } from '../http/exchange.ts';
import { replay } from '../webhooks/deliver.ts';
import { targetOf } from '../webhooks/target.ts';
import { type ControlCall, ControlFault, cursorOf, invalid, limitOf, pageReply, readObject } from './call.ts';
import { flag, list, object, type Reader, readFields, text, whole, word } from './fields.ts';

/** Ten years either way. */
const farthestMs = 10 * 366 * 24 * 3600 * 1000;

const dropReader: Reader<boolean | number> = (value, name) =>
  typeof value === 'number' ? whole(1, 100_000)(value, name) : flag(value, name);

const healthReader: Reader<HealthFault> = (value, name) => {
  const { entity, state } = object<HealthFault>({
    entity: word(['PHONE_NUMBER', 'WABA', 'BUSINESS', 'APP']),
    state: word(['LIMITED', 'BLOCKED']),
  })(value, name);
  if (entity === undefined || state === undefined) throw invalid(`${name} needs entity and state`);
  return { entity, state };
};

const pacingReader: Reader<Pacing> = (value, name) => {
  const { first, hold_ms, ends } = object<Pacing>({
    first: whole(0, 1_000_000),
    hold_ms: whole(0, 24 * 3600 * 1000),
    ends: word(['released', 'failed']),
  })(value, name);
  if (first === undefined || hold_ms === undefined || ends === undefined) {
    throw invalid(`${name} needs first, hold_ms and ends`);
  }
  return { first, hold_ms, ends };
};

const faultReaders = {
  next_send_error: whole(0, 9_999_999),
  next_send_error_count: whole(1, 100_000),
  answer_delay_ms: whole(0, 60_000),
  drop_answer: dropReader,
  token_expired: flag,
  token_expires_in_s: whole(1, 366 * 24 * 3600),
  date_offset_ms: whole(-farthestMs, farthestMs),
  missing_permissions: list(word(permissionNames)),
  unsubscribed: flag,
  missing_fields: list(text(100)),
  not_escalation_partner: flag,
  unverified: flag,
  unregistered: flag,
  marketing_onboarded: flag,
  marketing_syncing: flag,
  wrong_waba: flag,
  review_ms: whole(0, 24 * 3600 * 1000),
  reject_templates: text(100),
  no_catalog: flag,
  no_cart: flag,
  every_call_error: whole(0, 9_999_999),
  health: healthReader,
  messaging_limit: word(['TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']),
  pacing: pacingReader,
  recategorize_templates: word(['UTILITY', 'MARKETING', 'AUTHENTICATION']),
  management_calls_per_hour: whole(0, 1_000_000),
  network_off: flag,
  network_delay_ms: whole(0, 60_000),
  maintenance_ms: whole(1, 24 * 3600 * 1000),
  number: object<Required<NumberFault>>({
    status: text(100),
    quality_rating: text(100),
    name_status: text(100),
    platform_type: text(100),
    is_on_biz_app: flag,
    whatsapp_business_manager_messaging_limit: text(100),
  }),
  webhooks: object<Required<NonNullable<Faults['webhooks']>>>({
    late_ms: whole(0, 7 * 24 * 3600 * 1000),
    duplicate: flag,
    disorder: flag,
    skip_delivered: flag,
    wrong_signature: flag,
  }),
} as const;

/** `POST …/faults`: the given faults replace those of the same name; null ends one. */
export async function setFaults({ core, account, exchange }: ControlCall): Promise<Reply> {
  const body = Object.entries(await readObject(exchange));
  const given = Object.fromEntries(body.filter(([, value]) => value !== null));
  applyFaults(account, readFields<Required<Faults>>(given, faultReaders));
  for (const [name, value] of body) if (value === null) endFault(account, name);
  core.database.write(() => core.accounts.save(account));
  // The connection may have been restored.
  core.deliveryQueues.notify(account);
  return { status: 200, json: { faults: account.faults } };
}

/** `DELETE …/faults`. */
export function clearFaults({ core, account }: ControlCall): Reply {
  endFaults(account);
  core.database.write(() => core.accounts.save(account));
  core.deliveryQueues.notify(account);
  return { status: 200, json: { faults: {} } };
}

/** `GET …/faults`. */
export function getFaults({ account }: ControlCall): Reply {
  return { status: 200, json: { faults: account.faults } };
}

/** `POST …/clock {offset_ms}`: from now on the account's clock is ahead by that much (or behind). */
export async function setClock(call: ControlCall): Promise<Reply> {
  const { core, account, exchange } = call;
  const { offset_ms } = readFields<{ offset_ms: number }>(await readObject(exchange), {
    offset_ms: whole(-farthestMs, farthestMs),
  });
  if (offset_ms === undefined) throw invalid('offset_ms is required');
  account.clock_offset_ms = offset_ms;
  core.database.write(() => core.accounts.save(account));
  applyElapsedTime(core, account);
  return getClock(call);
}

/** `GET …/clock`. */
export function getClock({ account }: ControlCall): Reply {
  const offset_ms = account.clock_offset_ms;
  return { status: 200, json: { offset_ms, now: new Date(Date.now() + offset_ms).toISOString() } };
}

/** `GET …/traffic?after=&limit=`, oldest first; with `newest=true` the newest ones, newest first. */
export function listTraffic(call: ControlCall): Reply {
  const limit = limitOf(call, 50, 200);
  if (call.exchange.url.searchParams.get('newest') === 'true') {
    return { status: 200, json: { data: call.core.traffic.newest(call.account, limit), next_cursor: null } };
  }
  return pageReply(call.core.traffic.list(call.account, cursorOf(call, 'after'), limit), limit);
}

/**
 * `POST …/traffic/{cursor}/replay`: posts a webhook's bytes again, or repeats a call.
 * @throws ControlFault 404 not stored, 409 no URL
 */
export async function replayTraffic(call: ControlCall): Promise<Reply> {
  const { core, account, parts } = call;
  const cursor = /^\d{1,15}$/.test(parts[0] ?? '') ? Number(parts[0]) : 0;
  const kept = core.traffic.bytesOf(account, cursor);
  if (kept === null) throw new ControlFault(404, 'not_found', 'The bytes of this are not kept (any more)');
  if (kept.direction === 'in') return { status: 200, json: { status: await replayCall(core, account, kept) } };
  const target = targetOf(account);
  if (target === null) throw new ControlFault(409, 'no_target', 'Nobody is subscribed to webhooks');
  return { status: 200, json: { status: await replay(core, account, target, kept.bytes) } };
}
