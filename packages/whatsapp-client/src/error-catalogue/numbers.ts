import { again, type ErrorRule, final, later, mend, PAUSES } from './rule.ts';

const REGISTER = 'An admin registers the number under Channels, then send again.';
const NOTHING = 'Nothing to do: it is tried again by itself.';

/** Registration, PIN and onboarding of a number. */
export const NUMBER_ERRORS = {
  131037: mend(
    'The display name of this number is not approved yet',
    'An admin sets a display name that Meta approves.',
  ),
  131045: mend('The number is not registered correctly', REGISTER),
  133000: again(PAUSES.few, 'The number was not taken off completely', NOTHING),
  133004: again(PAUSES.outage, 'The registration service is not available', NOTHING),
  133005: mend(
    'Two-step verification is on for the number, and this is not its PIN',
    'An admin enters the PIN of the number, or resets it at Meta.',
  ),
  133006: mend('The number has to be verified first', 'An admin asks for a code under Channels and enters it.'),
  133008: later(null, 'The PIN was wrong too often', 'Wait as long as Meta says, then try once with the right PIN.'),
  133009: later(PAUSES.fiveMinutes, 'The PIN was entered too quickly', 'Wait a few minutes before the next try.'),
  133010: mend('The number is not registered with WhatsApp', REGISTER),
  133015: later(PAUSES.fiveMinutes, 'The number was deleted a moment ago', 'Wait five minutes, then register it.'),
  133016: later(null, 'The number was registered too often in 72 hours', 'Wait 72 hours, then register it once.'),
  2494100: again(PAUSES.outage, 'WhatsApp is working on the number', NOTHING),
  2593107: mend('The phone app was asked for its data too often', 'Connect the number anew.'),
  2593108: mend('The 24 hours for fetching the data of the phone app are over', 'Connect the number anew.'),
} as const satisfies Record<number, ErrorRule>;

const calling = final('The call could not be made', 'Check that calls are allowed for this number and customer.');
const flow = final('The form could not be handled', 'An admin checks the form at Meta.');
const blocking = final('The list of blocked customers could not be changed', 'Try with fewer customers at a time.');
const username = final('The user name of the business is not accepted', 'Choose another user name.');

/** Smaller areas whose codes are known from other clients only. */
export const RARE_ERRORS = {
  139000: flow,
  139001: flow,
  139002: flow,
  139003: flow,
  139004: flow,
  139100: blocking,
  139101: final('The list of blocked customers is full', 'Unblock customers first; 64,000 is the limit.'),
  139102: final('Somebody else is changing the list of blocked customers', 'Try again in a moment.'),
  139103: again(PAUSES.few, 'WhatsApp could not change the list of blocked customers', NOTHING),
  147001: username,
  147002: username,
  147003: username,
  147004: username,
  147005: username,
} as const satisfies Record<number, ErrorRule>;

/** Calling has the whole thousand. */
export const CALLING_RANGE = calling;
