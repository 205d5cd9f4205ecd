import { type ErrorRule, final } from './rule.ts';

const NOT_CONNECTED = final('WhatsApp couldn’t connect the call', 'Try again in a moment.');
const TOO_MANY = final('Too many calls at once for this number', 'Try again in a minute.');

/** Calls, which nobody repeats but a member; the rest of the thousand has the rule of its range. */
export const CALL_ERRORS = {
  138000: final('Calls are turned off for this number', 'Ask an Admin to turn on calls under Channels.'),
  138001: final(
    'The customer can’t be called on WhatsApp',
    'Their WhatsApp may be too old, or they block calls. Send a message instead.',
  ),
  138002: TOO_MANY,
  138003: final('A call with this customer is already going on', 'Wait until it has ended.'),
  138004: NOT_CONNECTED,
  138005: TOO_MANY,
  138006: final('The customer hasn’t allowed calls', 'Ask them to allow calls first.'),
  138007: NOT_CONNECTED,
  138009: final(
    'The customer was already asked to allow calls',
    'WhatsApp allows one request a day and two in seven days, until you talk in a call. Send a message, or ask later.',
  ),
  138012: final('The limit of calls to this customer in 24 hours is reached', 'Try again tomorrow, or send a message.'),
  138013: final(
    'WhatsApp doesn’t let this number call customers',
    'Calls to customers aren’t available in every country. Customers can still call you.',
  ),
  138017: final('The customer already allows your calls', 'Call them.'),
} as const satisfies Record<number, ErrorRule>;
