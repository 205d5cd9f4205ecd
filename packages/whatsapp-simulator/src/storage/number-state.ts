/** What an account's number remembers besides its messages. */
export interface NumberState {
  /** Whether a code from a call or text message proved the number. */
  verified: boolean;
  /** The business took it off the platform, or added it anew and has not registered it yet. */
  taken_off: boolean;
  /** Two-step PIN, six digits; null until one was set. */
  pin: string | null;
  /** The code that is on its way to the number; null when none was asked for. */
  code: string | null;
  /** Wrong PINs in a row. */
  wrong_pins: number;
  /** When it was registered or taken off, newest last; only the last 72 hours count. */
  registrations_ms: number[];
  identity_check: boolean;
  profile: Record<string, unknown>;
  automation: Record<string, unknown>;
  /** Links that open a chat with a text already written, newest first. */
  links: { code: string; prefilled_message: string }[];
  /** wa_ids of people the business blocked, newest first. */
  blocked: string[];
  /** wa_ids that people left for another number, once each time. */
  left_numbers: string[];
  /** When each of them was left last, by the account's clock. */
  left_ms: Record<string, number>;
  /** The one-time code of a sign-up dialog; null when none waits. */
  login_code: string | null;
  /** What people's blocks made of it. */
  quality: 'GREEN' | 'YELLOW' | 'RED';
  /** When people blocked the business, newest last; the last seven days count. */
  blocks_ms: number[];
  /** When half of the messaging limit was used; the next limit comes six hours later. */
  half_used_ms: number | null;
  /** Until when the account is in maintenance, by its own clock; null: it is not. */
  maintenance_until_ms: number | null;
  /** When something is due that only time brings, by the account's clock. */
  next_time_ms: number | null;
}

/** A number that works and on which nobody has set anything. */
export function freshNumber(): NumberState {
  return {
    verified: true,
    taken_off: false,
    pin: null,
    code: null,
    wrong_pins: 0,
    registrations_ms: [],
    identity_check: false,
    profile: { about: 'Hey there! I am using WhatsApp.', vertical: 'OTHER' },
    automation: {},
    links: [],
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
