import { type CallOutcome, toCallOutcome } from './call-outcome.ts';
import { isObject, type JsonObject, readList, readName, readObject } from './fields.ts';
import { type CallBasics, type Caller, segment } from './graph-call.ts';
import { readSuccess } from './read-page.ts';

type OfNumber = CallBasics & { phoneNumberId: string };
type Done = Promise<CallOutcome<true>>;

/**
 * Countries in which WhatsApp keeps a number's messages at rest on request.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration/
 */
export const DATA_LOCALIZATION_REGIONS = [
  ...(['AE', 'AU', 'BH', 'BR', 'CA', 'CH', 'DE', 'GB', 'ID', 'IN', 'JP', 'KR', 'SG', 'ZA'] as const),
] as const;
export type DataLocalizationRegion = (typeof DATA_LOCALIZATION_REGIONS)[number];

export const CALL_DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
export type CallDay = (typeof CALL_DAYS)[number];

/** When customers can call. Times are `HH:MM` on the clock of the zone, at most `23:59`; at most two ranges a day. */
export type CallHours = {
  /** Off: customers can call at any time. */
  enabled: boolean;
  /** IANA name. */
  timeZone: string;
  ranges: { day: CallDay; from: string; to: string }[];
  /** Other hours on single days, at most 20; a date is `2026-12-25`. */
  exceptions: { date: string; from: string; to: string }[];
};

/** Null: WhatsApp did not say. */
export type CallSettings = {
  enabled: boolean | null;
  /** Whether customers see the button that calls. */
  iconShown: boolean | null;
  /** Whether a customer who calls is asked to allow calls of the business. */
  asksCallback: boolean | null;
  /** Null when none were ever set. */
  hours: CallHours | null;
};

export type CallChange = { [K in keyof CallSettings]?: NonNullable<CallSettings[K]> | undefined };

export type NumberSettings = {
  calling: CallSettings;
  /** As WhatsApp names it, in capitals: `DEFAULT`, `IN_COUNTRY_STORAGE_ENABLED`, …; null when it did not say. */
  storageStatus: string | null;
  /** Two letters; null unless messages are kept in one country. */
  storageRegion: string | null;
};

/** Settings of a number, `/{phone_number_id}/settings`. */
export type SettingCalls = {
  getNumberSettings(request: OfNumber): Promise<CallOutcome<NumberSettings>>;
  /** Only given properties change; `hours` as a whole, with its exceptions. */
  setCalling(request: OfNumber & { change: CallChange }): Done;
  /** Where messages are kept at rest, null for where WhatsApp chooses. Accepted only while the number is not registered. */
  setStorageRegion(request: OfNumber & { region: DataLocalizationRegion | null }): Done;
  setIdentityCheck(request: OfNumber & { enabled: boolean }): Done;
};

export function createSettingCalls(call: Caller): SettingCalls {
  const path = (phoneNumberId: string) => `${segment(phoneNumberId)}/settings`;
  const post = async ({ phoneNumberId, ...basics }: OfNumber, body: object): Done =>
    toCallOutcome(await call({ ...basics, method: 'POST', path: path(phoneNumberId), body }), readSuccess);
  return {
    async getNumberSettings({ phoneNumberId, ...basics }) {
      return toCallOutcome(await call({ ...basics, method: 'GET', path: path(phoneNumberId) }), readSettings);
    },
    setCalling: ({ change, ...number }) => post(number, { calling: callingBody(change) }),
    setStorageRegion: ({ region, ...number }) =>
      post(number, {
        storage_configuration:
          region === null
            ? { status: 'IN_COUNTRY_STORAGE_DISABLED' }
            : { status: 'IN_COUNTRY_STORAGE_ENABLED', data_localization_region: region },
      }),
    setIdentityCheck: ({ enabled, ...number }) =>
      post(number, { user_identity_change: { enable_identity_key_check: enabled } }),
  };
}

const onOff = (on: boolean) => (on ? 'ENABLED' : 'DISABLED');
const digits = (time: string) => time.replace(':', '');

function callingBody({ enabled, iconShown, asksCallback, hours }: CallChange) {
  return {
    ...(enabled === undefined ? {} : { status: onOff(enabled) }),
    ...(iconShown === undefined ? {} : { call_icon_visibility: iconShown ? 'DEFAULT' : 'DISABLE_ALL' }),
    ...(asksCallback === undefined ? {} : { callback_permission_status: onOff(asksCallback) }),
    ...(hours === undefined ? {} : { call_hours: hoursBody(hours) }),
  };
}

function hoursBody({ enabled, timeZone, ranges, exceptions }: CallHours) {
  return {
    status: onOff(enabled),
    timezone_id: timeZone,
    weekly_operating_hours: ranges.map(({ day, from, to }) => ({
      day_of_week: day,
      open_time: digits(from),
      close_time: digits(to),
    })),
    holiday_schedule: exceptions.map(({ date, from, to }) => ({
      date,
      start_time: digits(from),
      end_time: digits(to),
    })),
  };
}

const MAX_WORD = 255;
/** More than WhatsApp accepts. */
const MOST_ENTRIES = 100;

/** Documented in small letters and in capitals. */
const readWord = (parent: JsonObject, key: string) => readName(parent, key, MAX_WORD)?.toUpperCase() ?? null;
const readOnOff = (parent: JsonObject, key: string) => {
  const word = readWord(parent, key);
  return word === null ? null : word === 'ENABLED';
};

function readSettings(body: JsonObject): NumberSettings {
  const calling = readObject(body, 'calling') ?? {};
  const storage = readObject(body, 'storage_configuration') ?? {};
  const icon = readWord(calling, 'call_icon_visibility');
  return {
    calling: {
      enabled: readOnOff(calling, 'status'),
      // The guide's `DEFAULT` and `DISABLE_ALL` are `visible` and `hidden` in the API's description.
      iconShown: icon === null ? null : icon !== 'DISABLE_ALL' && icon !== 'HIDDEN',
      asksCallback: readOnOff(calling, 'callback_permission_status'),
      hours: readHours(calling),
    },
    storageStatus: readWord(storage, 'status'),
    storageRegion: readWord(storage, 'data_localization_region'),
  };
}

function readHours(calling: JsonObject): CallHours | null {
  const hours = readObject(calling, 'call_hours');
  const timeZone = hours && readName(hours, 'timezone_id', MAX_WORD);
  if (hours === null || timeZone === null) return null;
  const entries = (key: string) => readList(hours, key).filter(isObject).slice(0, MOST_ENTRIES);
  return {
    enabled: readOnOff(hours, 'status') === true,
    timeZone,
    ranges: entries('weekly_operating_hours').flatMap((entry) => {
      const day = CALL_DAYS.find((one) => one === readWord(entry, 'day_of_week'));
      const from = readTime(entry.open_time);
      const to = readTime(entry.close_time);
      return day === undefined || from === null || to === null ? [] : [{ day, from, to }];
    }),
    exceptions: entries('holiday_schedule').flatMap((entry) => {
      const date = readName(entry, 'date', MAX_WORD);
      const from = readTime(entry.start_time);
      const to = readTime(entry.end_time);
      return date === null || from === null || to === null ? [] : [{ date, from, to }];
    }),
  };
}

/** Documented as `0900`, `09:00` and a number. */
function readTime(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).replace(':', '') : '';
  const time = text.padStart(4, '0');
  return /^(?:[01]\d|2[0-3])[0-5]\d$/.test(time) && text !== '' ? `${time.slice(0, 2)}:${time.slice(2)}` : null;
}
