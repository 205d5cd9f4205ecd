import type { Reply } from '../http/exchange.ts';
import type { CallHours, CallingState } from '../storage/number-state.ts';
import { type GraphCall, readParameters } from './call.ts';
import { GraphError } from './errors.ts';
import { change } from './registration.ts';
import { requireNumber } from './require.ts';
import { type JsonObject, listAt, objectAt, objectIn, requiredTextAt, wordAt, wrong } from './shape.ts';

/* https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/call-settings/ */

const regions = ['AE', 'AU', 'BH', 'BR', 'CA', 'CH', 'DE', 'GB', 'ID', 'IN', 'JP', 'KR', 'SG', 'ZA'] as const;
const days = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
const onOff = ['ENABLED', 'DISABLED'] as const;
const mostPerDay = 2;
const mostExceptions = 20;

/** `GET /{phone_number_id}/settings`. */
export function readSettings(call: GraphCall): Reply {
  requireNumber(call);
  const { identity_check: enabled, calling, storage_region: region } = call.account.number;
  const json = {
    calling,
    storage_configuration:
      region === null
        ? { status: 'DEFAULT' }
        : { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: region },
    user_identity_change: { enable_identity_key_check: enabled },
  };
  return { status: 200, json };
}

/** `POST /{phone_number_id}/settings`: one of calling, storage and the identity check; others have no effect. */
export async function changeSettings(call: GraphCall): Promise<Reply> {
  requireNumber(call);
  const body = await readParameters(call);
  const named = ['calling', 'storage_configuration', 'user_identity_change', 'payload_encryption'];
  if (named.filter((name) => body[name] !== undefined).length > 1) {
    throw new GraphError(100, 'Only one feature setting can be specified per request');
  }
  if (body.calling !== undefined) return changeCalling(call, objectAt(body, 'calling', 'calling'));
  if (body.storage_configuration !== undefined) {
    return changeStorage(call, objectAt(body, 'storage_configuration', 'storage_configuration'));
  }
  if (body.user_identity_change === undefined) return { status: 200, json: { success: true } };
  const enabled = objectAt(body, 'user_identity_change', 'user_identity_change').enable_identity_key_check;
  if (typeof enabled !== 'boolean') throw wrong('enable_identity_key_check', 'must be true or false');
  return change(call, (account) => {
    account.number = { ...account.number, identity_check: enabled };
  });
}

/** Local storage is changed only while the number is not registered. */
function changeStorage(call: GraphCall, body: JsonObject): Reply {
  const words = ['IN_COUNTRY_STORAGE_ENABLED', 'IN_COUNTRY_STORAGE_DISABLED'] as const;
  const status = wordAt(body, 'status', 'storage_configuration.status', words);
  const place = 'storage_configuration.data_localization_region';
  const region =
    status === 'IN_COUNTRY_STORAGE_ENABLED' ? wordAt(body, 'data_localization_region', place, regions) : null;
  if (call.account.registered) {
    throw new GraphError(100, 'storage_configuration can only be changed while the number is not registered');
  }
  return change(call, (account) => {
    account.number = { ...account.number, storage_region: region };
  });
}

function changeCalling(call: GraphCall, body: JsonObject): Reply {
  const before = call.account.number.calling;
  const given = <T extends string>(key: string, words: readonly T[], kept: T): T =>
    body[key] === undefined ? kept : wordAt(body, key, `calling.${key}`, words);
  const hours =
    body.call_hours === undefined ? before.call_hours : hoursIn(objectAt(body, 'call_hours', 'calling.call_hours'));
  const calling: CallingState = {
    status: given('status', onOff, before.status),
    call_icon_visibility: given('call_icon_visibility', ['DEFAULT', 'DISABLE_ALL'], before.call_icon_visibility),
    callback_permission_status: given('callback_permission_status', onOff, before.callback_permission_status),
    ...(hours === undefined ? {} : { call_hours: hours }),
  };
  return change(call, (account) => {
    account.number = { ...account.number, calling };
  });
}

function hoursIn(body: JsonObject): CallHours {
  const status = wordAt(body, 'status', 'call_hours.status', onOff);
  const zone = requiredTextAt(body, 'timezone_id', 'call_hours.timezone_id', 64);
  if (!isZone(zone)) throw new GraphError(100, 'Timezone is invalid in call_hours');
  const weekly = listAt(body, 'weekly_operating_hours', 'call_hours.weekly_operating_hours', 1, 14).map((entry) => {
    const one = objectIn(entry, 'weekly_operating_hours');
    return {
      day_of_week: wordAt(one, 'day_of_week', 'day_of_week', days),
      open_time: timeAt(one, 'open_time'),
      close_time: timeAt(one, 'close_time'),
    };
  });
  for (const day of days) {
    const own = weekly.filter(({ day_of_week }) => day_of_week === day);
    if (own.length > mostPerDay) {
      throw new GraphError(100, 'More than 2 entries not allowed in weekly_operating_hours schedule in call_hours');
    }
    const [first, second] = own.toSorted((a, b) => a.open_time.localeCompare(b.open_time));
    if (first && second && second.open_time < first.close_time) {
      throw new GraphError(100, 'Overlapping schedule in call_hours is not allowed');
    }
    if (own.some(({ open_time, close_time }) => open_time >= close_time)) {
      throw new GraphError(100, 'Invalid schedule for call_hours');
    }
  }
  const exceptions =
    body.holiday_schedule === undefined
      ? []
      : listAt(body, 'holiday_schedule', 'call_hours.holiday_schedule', 0, mostExceptions);
  return {
    status,
    timezone_id: zone,
    weekly_operating_hours: weekly,
    holiday_schedule: exceptions.map((entry) => {
      const one = objectIn(entry, 'holiday_schedule');
      const date = requiredTextAt(one, 'date', 'date', 10);
      if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw wrong('date', 'must be a date as 2026-12-25');
      return { date, start_time: timeAt(one, 'start_time'), end_time: timeAt(one, 'end_time') };
    }),
  };
}

function timeAt(parent: JsonObject, key: string): string {
  const time = requiredTextAt(parent, key, key, 5).replace(':', '');
  if (!/^(?:[01]\d|2[0-3])[0-5]\d$/.test(time)) throw wrong(key, 'must be a time as 0900');
  return time;
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
