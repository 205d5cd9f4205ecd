/** As the platform writes them: times as `0900`. */
export interface CallHours {
  status: 'ENABLED' | 'DISABLED';
  timezone_id: string;
  weekly_operating_hours: { day_of_week: string; open_time: string; close_time: string }[];
  holiday_schedule: { date: string; start_time: string; end_time: string }[];
}

export interface CallingState {
  status: 'ENABLED' | 'DISABLED';
  call_icon_visibility: 'DEFAULT' | 'DISABLE_ALL';
  callback_permission_status: 'ENABLED' | 'DISABLED';
  /** Absent until some were set. */
  call_hours?: CallHours;
}

/** The state of an account's number besides its messages. */
export interface NumberState {
  /** Whether a code from a call or text message verified the number. */
  verified: boolean;
  /** The business removed it from the platform, or added it again and has not registered it yet. */
  taken_off: boolean;
  /** Two-step PIN, six digits; null until one was set. */
  pin: string | null;
  /** The display name that waits for WhatsApp's review; null: none does. */
  new_name: string | null;
  /** The code sent to the number; null when none was requested. */
  code: string | null;
  /** Wrong PINs in a row. */
  wrong_pins: number;
  /** When it was registered or deregistered, newest last; only the last 72 hours count. */
  registrations_ms: number[];
  identity_check: boolean;
  calling: CallingState;
  /** The country in which messages are kept at rest; null: where the platform chooses. */
  storage_region: string | null;
  /** What was asked of the WhatsApp Business app, once each: `smb_app_state_sync`, `history`. */
  app_data: string[];
  profile: Record<string, unknown>;
  automation: Record<string, unknown>;
  /** Links that open a chat with a prepared text, newest first. */
  links: { code: string; prefilled_message: string }[];
  /** The business username, which customers see while it is approved; null: none. */
  username: { name: string; status: 'reserved' | 'approved' } | null;
  /** wa_ids of users whom the business blocked, newest first. */
  blocked: string[];
  /** wa_ids that customers left for another number, once each time. */
  left_numbers: string[];
  /** When each of them was left last, by the account's clock. */
  left_ms: Record<string, number>;
  /** The one-time code of a sign-up dialog; null when there is none. */
  login_code: string | null;
  /** The quality that results from customers' blocks. */
  quality: 'GREEN' | 'YELLOW' | 'RED';
  /** When customers blocked the business, newest last; the last seven days count. */
  blocks_ms: number[];
  /** When half of the messaging limit was used; the next limit comes six hours later. */
  half_used_ms: number | null;
  /** Until when the account is in maintenance, by its own clock; null: it is not. */
  maintenance_until_ms: number | null;
  /** When the next effect of elapsed time is due, by the account's clock. */
  next_time_ms: number | null;
}

/** A working number without any settings. */
export function createNumberState(): NumberState {
  return {
    verified: true,
    taken_off: false,
    pin: null,
    new_name: null,
    code: null,
    wrong_pins: 0,
    registrations_ms: [],
    identity_check: false,
    calling: {
      status: 'ENABLED',
      call_icon_visibility: 'DEFAULT',
      callback_permission_status: 'DISABLED',
    },
    storage_region: null,
    app_data: [],
    profile: { about: 'Hey there! I am using WhatsApp.', vertical: 'OTHER' },
    automation: {},
    links: [],
    username: null,
    blocked: [],
    left_numbers: [],
    left_ms: {},
    login_code: null,
    quality: 'GREEN',
    blocks_ms: [],
    half_used_ms: null,
    maintenance_until_ms: null,
    next_time_ms: null,
  };
}
