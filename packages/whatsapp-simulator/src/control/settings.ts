import type { Faults, HealthFault, NumberFault } from '../control-types.ts';
import type { Reply } from '../http/exchange.ts';
import { applyFaults, endFaults } from '../life/account-faults.ts';
import { type ControlCall, cursorOf, invalid, limitOf, pageReply, readObject } from './call.ts';
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

const faultReaders = {
  next_send_error: whole(0, 9_999_999),
  next_send_error_count: whole(1, 100_000),
  answer_delay_ms: whole(0, 60_000),
  drop_answer: dropReader,
  token_expired: flag,
  token_expires_in_s: whole(1, 366 * 24 * 3600),
  date_offset_ms: whole(-farthestMs, farthestMs),
  missing_permissions: list(word(['whatsapp_business_messaging', 'whatsapp_business_management'])),
  unsubscribed: flag,
  unverified: flag,
  unregistered: flag,
  wrong_waba: flag,
  review_ms: whole(0, 24 * 3600 * 1000),
  reject_templates: text(100),
  every_call_error: whole(0, 9_999_999),
  health: healthReader,
  number: object<Required<NumberFault>>({
    status: text(100),
    quality_rating: text(100),
    name_status: text(100),
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

/** `POST …/faults`: the faults given replace those of the same name. */
export async function setFaults({ core, account, exchange }: ControlCall): Promise<Reply> {
  const given = readFields<Required<Faults>>(await readObject(exchange), faultReaders);
  applyFaults(account, given);
  core.books.write(() => core.accounts.save(account));
  return { status: 200, json: { faults: account.faults } };
}

/** `DELETE …/faults`. */
export function clearFaults({ core, account }: ControlCall): Reply {
  endFaults(account);
  core.books.write(() => core.accounts.save(account));
  return { status: 200, json: { faults: {} } };
}

/** `GET …/faults`. */
export function getFaults({ account }: ControlCall): Reply {
  return { status: 200, json: { faults: account.faults } };
}

/** `POST …/clock {offset_ms}`: from now on the account lives that much later (or earlier). */
export async function setClock(call: ControlCall): Promise<Reply> {
  const { core, account, exchange } = call;
  const { offset_ms } = readFields<{ offset_ms: number }>(await readObject(exchange), {
    offset_ms: whole(-farthestMs, farthestMs),
  });
  if (offset_ms === undefined) throw invalid('offset_ms is required');
  account.clock_offset_ms = offset_ms;
  core.books.write(() => core.accounts.save(account));
  return getClock(call);
}

/** `GET …/clock`. */
export function getClock({ account }: ControlCall): Reply {
  const offset_ms = account.clock_offset_ms;
  return { status: 200, json: { offset_ms, now: new Date(Date.now() + offset_ms).toISOString() } };
}

/** `GET …/traffic?after=&limit=`. */
export function listTraffic(call: ControlCall): Reply {
  const limit = limitOf(call, 50, 200);
  return pageReply(call.core.traffic.list(call.account, cursorOf(call, 'after'), limit), limit);
}
