import { type ErrorRule, final, fixFirst, PAUSES, retryLater, retryWithBackoff } from './rule.ts';

const USE_TEMPLATE = 'Send a template; when the customer answers you can write freely for 24 hours.';
const NOTHING = 'Nothing to do: it is tried again by itself.';

/** One message, its recipient or its file. */
export const MESSAGE_ERRORS = {
  130403: final('You have blocked this customer', 'Unblock the customer first, then send again.', {
    effect: 'blocked_by_us',
  }),
  130429: retryWithBackoff(PAUSES.throughput, 'The number sends faster than WhatsApp allows', NOTHING, {
    effect: 'slow_number',
  }),
  130472: final(
    'WhatsApp keeps marketing from this customer as part of an experiment',
    'Reach the customer another way, or wait for them to write.',
    { effect: 'marketing_capped' },
  ),
  130497: final('The account may not write to this country', 'Ask Meta which countries are open to your business.'),
  131000: retryWithBackoff(
    PAUSES.few,
    'Something went wrong at WhatsApp',
    'Nothing to do: it is tried again a few times.',
  ),
  131008: final('Something the message needs is missing', 'Complete the message and send it anew.'),
  131009: final(
    'A value of the message is not valid, or the message reacted to is gone',
    'Correct the message and send it anew.',
  ),
  131016: retryWithBackoff(PAUSES.outage, 'WhatsApp is out of service for a moment', NOTHING),
  131021: final('The recipient is the sending number itself', 'Choose another recipient.'),
  131026: final(
    'WhatsApp cannot deliver to this number',
    'Check the number. The person may not use WhatsApp, or not a recent version of it.',
    { effect: 'number_suspect' },
  ),
  131030: fixFirst(
    'A test number may only write to the numbers on its list',
    'Add the recipient to the list of the test number at Meta, then send again.',
  ),
  131047: final('More than 24 hours have passed since the customer last wrote', USE_TEMPLATE, {
    effect: 'window_closed',
  }),
  131048: retryLater(
    PAUSES.spam,
    'WhatsApp slows this number down because customers blocked or reported it',
    'Stop broadcasts and wait; write only to customers who expect it.',
    { effect: 'stop_broadcasts' },
  ),
  131049: final(
    'WhatsApp did not deliver, because this customer gets enough marketing already',
    'Do not send it again within 24 hours.',
    { effect: 'marketing_capped' },
  ),
  131050: final('The customer wants no marketing from you', 'Respect it; replies to the customer stay possible.', {
    effect: 'opt_out',
  }),
  131051: final('WhatsApp does not support this type of message', 'Send it as another type.'),
  131052: final('The file could not be fetched', 'Ask the sender for a smaller file, or send yours by upload.'),
  131053: final('WhatsApp does not accept the file', 'Use a type and size that WhatsApp allows, then send anew.'),
  131055: final('This way of sending takes marketing templates only', 'Send the template the ordinary way.'),
  131056: retryLater(PAUSES.pair, 'Too many messages to this one customer in a short time', NOTHING),
  131057: retryWithBackoff(PAUSES.maintenance, 'WhatsApp is working on the number, for about a minute', NOTHING),
  131062: final(
    'This kind of message needs a phone number, and the customer has hidden theirs',
    'Ask the customer for the number, or send another template.',
  ),
  131063: fixFirst(
    'The WhatsApp account has switched marketing templates off here',
    'An admin switches them on in the WhatsApp account, then send again.',
  ),
  1026: final(
    'The recipient cannot receive this type of message',
    'Send it as text, or ask the customer to update WhatsApp.',
  ),
  131014: final('WhatsApp could not complete the request', 'Read the details, then send it anew.'),
  131060: final(
    'WhatsApp cannot show this message here',
    'Read it in the WhatsApp Business app, or ask the customer to send it again.',
  ),
  135000: final('WhatsApp does not accept the message and does not say why', 'Check all values and send it anew.'),
  137000: fixFirst(
    'The customer has a new security code',
    'Confirm that it is still the same person, then send again.',
    {
      effect: 'reverify_identity',
    },
  ),
} as const satisfies Record<number, ErrorRule>;

const group = final('WhatsApp could not do this with the group', 'Read the details; check the group and its members.');

/** Groups: the meaning of each code is known from other clients only, so WhatsApp's own details are shown. */
export const GROUP_ERRORS = {
  131020: group,
  131041: group,
  131059: group,
  131208: retryWithBackoff(PAUSES.hourly, 'Too many group calls', NOTHING),
} as const satisfies Record<number, ErrorRule>;

export const GROUP_RANGE = group;
