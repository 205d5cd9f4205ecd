import { type ErrorRule, final, fixFirst, PAUSES, retryLater, retryWithBackoff } from './rule.ts';

const REGISTER = 'Ask an Admin to register the number under Channels, then resume the channel.';
const PAUSED = { pausesChannel: true } as const;
const NOTHING = 'No action needed. Parley retries automatically.';

// What each code means is not documented; WhatsApp's own words stand under the details.
const number = fixFirst(
  'WhatsApp couldn’t add, verify or move the number',
  'Ask an Admin to check the details and fix the number or account in WhatsApp Manager.',
);

/** Registration, PIN and onboarding of a number. */
export const NUMBER_ERRORS = {
  131037: fixFirst(
    'The display name of this number is not approved yet',
    'Ask an Admin to set a display name that Meta approves, then resume the channel.',
    PAUSED,
  ),
  131045: fixFirst('The number is not registered correctly', REGISTER, PAUSED),
  133000: retryWithBackoff(PAUSES.few, 'The number was not fully deregistered', NOTHING),
  133004: retryWithBackoff(PAUSES.outage, 'The registration service is not available', NOTHING),
  133005: fixFirst(
    'Two-step verification is on for the number, and this is not its PIN',
    'Ask an Admin to enter the number’s PIN, or reset it in WhatsApp Manager.',
  ),
  133006: fixFirst(
    'The number has to be verified first',
    'Ask an Admin to request a code under Channels and enter it.',
  ),
  133008: retryLater(
    null,
    'The PIN was wrong too often',
    'Wait as long as Meta says, then try once with the right PIN.',
  ),
  133009: retryLater(PAUSES.fiveMinutes, 'The PIN was entered too quickly', 'Wait a few minutes before the next try.'),
  133010: fixFirst('The number is not registered with WhatsApp', REGISTER, PAUSED),
  133015: retryLater(PAUSES.fiveMinutes, 'The number was deleted a moment ago', 'Wait five minutes, then register it.'),
  133016: retryLater(null, 'The number was registered too often in 72 hours', 'Wait 72 hours, then register it once.'),
  2388012: number,
  2388091: retryLater(
    null,
    'WhatsApp does not send another verification code yet',
    'Wait as long as the details say, about an hour, then ask for a new code.',
  ),
  2388093: number,
  2388103: number,
  2494164: number,
  2494165: number,
  2494166: number,
  2494167: number,
  2494168: number,
  2494176: number,
  2494177: number,
  2494179: number,
  2494100: retryWithBackoff(PAUSES.outage, 'WhatsApp is updating the number', NOTHING),
  2593107: fixFirst('Data was requested from the phone app too often', 'Reconnect the number.'),
  2593108: fixFirst('The 24 hours for importing the phone app’s data have passed', 'Reconnect the number.'),
  2593109: fixFirst(
    'The phone app does not share its message history',
    'To import older messages, reconnect the number and agree to share them in the phone app.',
  ),
} as const satisfies Record<number, ErrorRule>;

const calling = final('The call couldn’t be made', 'Check that calls are allowed for this number and customer.');
const flow = final('The form couldn’t be handled', 'Ask an Admin to check the form in WhatsApp Manager.');
const blocking = final(
  'WhatsApp couldn’t block this customer',
  'WhatsApp only lets you block customers who wrote in the last 24 hours. Try again after their next message.',
);
const username = final('WhatsApp doesn’t accept the business username', 'Choose another username.');

/** Smaller areas whose codes are known from other clients only. */
export const RARE_ERRORS = {
  139000: flow,
  139001: flow,
  139002: flow,
  139003: flow,
  139004: flow,
  139100: blocking,
  139101: final('The list of blocked customers is full', 'Unblock customers first; 64,000 is the limit.'),
  139102: final('Someone else is changing the list of blocked customers', 'Try again in a moment.'),
  139103: retryWithBackoff(PAUSES.few, 'WhatsApp couldn’t change the list of blocked customers', NOTHING),
  147001: username,
  147002: username,
  147003: username,
  147004: username,
  147005: username,
  2494191: final(
    'WhatsApp lets only the number’s escalation partner take a conversation over',
    'Send a message instead: your conversation begins with it.',
  ),
} as const satisfies Record<number, ErrorRule>;

/** Calling has the whole thousand. */
export const CALLING_RANGE = calling;
