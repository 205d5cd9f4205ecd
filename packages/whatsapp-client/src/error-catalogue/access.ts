import { type ErrorRule, final, fixFirst, PAUSES, retryLater, retryWithBackoff } from './rule.ts';

const NEW_TOKEN = 'Ask an Admin to paste a new access token under Channels. Queued messages are sent then.';
const PERMISSIONS =
  'Ask an Admin to give the access token the permissions to send messages and manage the account, then resume the channel.';
const PAUSED = { pausesChannel: true } as const;
const META_ACCOUNT =
  'Sending is paused. Ask an Admin to open the WhatsApp account in WhatsApp Manager and follow the instructions.';

/** Tokens, permissions, application and account: codes that affect all sends of the channel. */
export const ACCESS_ERRORS = {
  0: fixFirst('WhatsApp does not accept the access token', NEW_TOKEN, { pausesChannel: true }),
  1: retryWithBackoff(PAUSES.few, 'WhatsApp had an unknown error', 'No action needed. Parley retries a few times.'),
  2: retryWithBackoff(
    PAUSES.outage,
    'WhatsApp is down or overloaded',
    'No action needed. The message is sent when WhatsApp works again.',
  ),
  3: fixFirst('The access token may not use this function', PERMISSIONS, PAUSED),
  4: retryWithBackoff(
    PAUSES.hourly,
    'The application has made too many calls',
    'No action needed. The message is sent when the limit allows.',
  ),
  10: fixFirst('The access token lacks a permission', PERMISSIONS, PAUSED),
  33: final(
    'The number or object does not exist any more',
    'Check under Channels that the number still exists in WhatsApp Manager.',
  ),
  100: final(
    'WhatsApp does not accept one of the values',
    'Check names, language and lengths (a template name may already be taken), then send again.',
  ),
  104: fixFirst('No access token reached WhatsApp', NEW_TOKEN, { pausesChannel: true }),
  190: fixFirst('The access token has expired or was withdrawn', NEW_TOKEN, { pausesChannel: true }),
  200: fixFirst('The access token is missing or lacks a permission', PERMISSIONS, PAUSED),
  368: fixFirst('Meta has blocked the account for a time because of its policies', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  613: retryWithBackoff(
    PAUSES.hourly,
    'Too many calls of this kind',
    'No action needed. Parley retries when the limit allows.',
  ),
  80007: retryWithBackoff(
    PAUSES.hourly,
    'The WhatsApp account has made too many calls',
    'No action needed. The message is sent later.',
  ),
  131005: fixFirst('WhatsApp denies access', PERMISSIONS, PAUSED),
  131031: fixFirst('The WhatsApp account is locked, or a check such as the PIN failed', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  131042: fixFirst('The WhatsApp account has a payment problem or may not send', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  131044: fixFirst('The WhatsApp account has a payment problem with calls', META_ACCOUNT, {
    pausesChannel: true,
    effect: 'pause_waba',
  }),
  131064: retryLater(
    null,
    'Sending is limited because templates were filed under the wrong category',
    'Wait until Meta ends the limit. WhatsApp Manager shows the date.',
  ),
  134011: fixFirst(
    'The terms of WhatsApp Payments are not accepted yet',
    'Ask an Admin to accept them in WhatsApp Manager, then send again.',
  ),
} as const satisfies Record<number, ErrorRule>;

/** The remaining permission codes share one meaning. */
export const PERMISSION_RANGE = fixFirst('The access token lacks a permission', PERMISSIONS, PAUSED);
