import { again, type ErrorRule, final, later, mend, PAUSES } from './rule.ts';

const NEW_TOKEN = 'An admin pastes a new access token under Channels. The waiting messages then go out by themselves.';
const PERMISSIONS =
  'An admin gives the access token the permissions to send messages and to manage the account, then send again.';
const META_ACCOUNT =
  'An admin opens the WhatsApp account at Meta and follows what is asked for there. Sending is paused.';

/** Tokens, permissions, application and account: codes that concern everybody who sends over the channel. */
export const ACCESS_ERRORS = {
  0: mend('WhatsApp does not accept the access token', NEW_TOKEN, { pausesChannel: true }),
  1: again(PAUSES.few, 'WhatsApp had an unknown fault', 'Nothing to do: it is tried again a few times.'),
  2: again(PAUSES.outage, 'WhatsApp is down or overloaded', 'Nothing to do: it goes out when WhatsApp works again.'),
  3: mend('The access token may not use this function', PERMISSIONS),
  4: again(
    PAUSES.hourly,
    'The application has made too many calls',
    'Nothing to do: it is sent when the limit allows.',
  ),
  10: mend('The access token lacks a permission', PERMISSIONS),
  33: final(
    'The number or object does not exist any more',
    'Check under Channels that the number still exists at Meta.',
  ),
  100: final(
    'WhatsApp does not accept one of the values',
    'Check names, language and lengths (a template name may be taken already), then send anew.',
  ),
  104: mend('No access token reached WhatsApp', NEW_TOKEN, { pausesChannel: true }),
  190: mend('The access token has expired or was withdrawn', NEW_TOKEN, { pausesChannel: true }),
  200: mend('The access token is missing or lacks a permission', PERMISSIONS),
  368: mend('Meta has blocked the account for a time because of its policies', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  613: again(PAUSES.hourly, 'Too many calls of this kind', 'Nothing to do: it is tried again when the limit allows.'),
  80007: again(PAUSES.hourly, 'The WhatsApp account has made too many calls', 'Nothing to do: it is sent later.'),
  131005: mend('WhatsApp denies access', PERMISSIONS),
  131031: mend('The WhatsApp account is locked, or a check such as the PIN failed', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  131042: mend('The WhatsApp account has a payment problem or may not send', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  131044: mend('The WhatsApp account has a payment problem with calls', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  131064: later(
    null,
    'Sending is limited because templates were filed under the wrong category',
    'Wait until Meta ends the limit; the date stands in the WhatsApp account.',
  ),
  134011: mend(
    'The terms of WhatsApp Payments are not accepted yet',
    'An admin accepts them at Meta, then send again.',
  ),
} as const satisfies Record<number, ErrorRule>;

/** The remaining permission codes share one meaning. */
export const PERMISSION_RANGE = mend('The access token lacks a permission', PERMISSIONS);
