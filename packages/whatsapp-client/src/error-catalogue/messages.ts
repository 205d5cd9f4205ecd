import { type ErrorRule, final, fixFirst, PAUSES, retryLater, retryWithBackoff } from './rule.ts';

const USE_TEMPLATE = 'Send a template. When the customer replies, you can write freely for 24 hours.';
const NOTHING = 'No action needed. Parley retries automatically.';

/** One message, its recipient or its file. */
export const MESSAGE_ERRORS = {
  130403: final('You have blocked this customer', 'Unblock the customer first, then send again.', {
    effect: 'blocked_by_us',
  }),
  130429: retryWithBackoff(PAUSES.throughput, 'The number sends faster than WhatsApp allows', NOTHING, {
    effect: 'slow_number',
  }),
  130472: final(
    'WhatsApp holds back marketing messages for this customer in an experiment',
    'Contact the customer another way, or wait for their message.',
    { effect: 'marketing_capped' },
  ),
  130497: final('The account may not write to this country', 'Ask Meta which countries are open to your business.'),
  131000: retryWithBackoff(PAUSES.few, 'WhatsApp had an error', 'No action needed. Parley retries a few times.'),
  131008: final('A required part of the message is missing', 'Complete the message and send it again.'),
  131009: final(
    'A value of the message is not valid, or the message reacted to is gone',
    'Correct the message and send it again.',
  ),
  131016: retryWithBackoff(PAUSES.outage, 'WhatsApp is temporarily unavailable', NOTHING),
  131021: final('The recipient is the sending number', 'Choose another recipient.'),
  131026: final(
    'WhatsApp can’t deliver to this number',
    'Check the number. The person may not use WhatsApp, or not a recent version of it.',
    { effect: 'number_suspect' },
  ),
  131030: fixFirst(
    'A test number may only write to the numbers on its list',
    'Add the recipient to the test number’s list in your Meta app, then send again. Argentine mobiles need the 9 after +54 in both places, or in neither.',
  ),
  131047: final('More than 24 hours have passed since the customer last wrote', USE_TEMPLATE, {
    effect: 'window_closed',
  }),
  131048: retryLater(
    PAUSES.spam,
    'WhatsApp slows this number down because customers blocked or reported it',
    'Pause broadcasts, and message only customers who expect it.',
    { effect: 'stop_broadcasts' },
  ),
  131049: final(
    'WhatsApp didn’t deliver this: the customer got too many marketing messages',
    'Wait at least 24 hours before sending it again.',
    { effect: 'marketing_capped' },
  ),
  131050: final(
    'The customer opted out of your marketing messages',
    'Don’t send marketing messages. You can still reply to the customer.',
    {
      effect: 'opt_out',
    },
  ),
  131051: final('WhatsApp does not support this type of message', 'Send it as another type.'),
  131052: final('The file couldn’t be fetched', 'Ask the sender for a smaller file, or upload yours.'),
  131053: final('WhatsApp does not accept the file', 'Use a file type and size that WhatsApp allows, then send again.'),
  131055: final('Only marketing templates can be sent this way', 'Send the template as a regular message.'),
  131056: retryLater(PAUSES.pair, 'Too many messages to this one customer in a short time', NOTHING),
  131057: retryWithBackoff(PAUSES.maintenance, 'WhatsApp is updating the number for about a minute', NOTHING),
  131062: final(
    'This kind of message needs a phone number, and the customer has hidden theirs',
    'Ask the customer for the number, or send another template.',
  ),
  131063: fixFirst(
    'The WhatsApp account has switched marketing templates off here',
    'Ask an Admin to turn them on in WhatsApp Manager, then send again.',
  ),
  1026: final(
    'The recipient can’t receive this type of message',
    'Send it as text, or ask the customer to update WhatsApp.',
  ),
  131014: final('WhatsApp couldn’t complete the request', 'Check the details, then send it again.'),
  131060: final(
    'WhatsApp can’t show this message here',
    'Read it in the WhatsApp Business app, or ask the customer to send it again.',
  ),
  135000: final('WhatsApp rejected the message without a reason', 'Check all values and send it again.'),
  137000: fixFirst(
    'The customer has a new security code',
    'Confirm that it is still the same person, then send again.',
    {
      effect: 'reverify_identity',
    },
  ),
} as const satisfies Record<number, ErrorRule>;

const group = final('WhatsApp couldn’t do this with the group', 'Check the details, the group and its members.');

/** Groups: the meaning of each code is known from other clients only, so WhatsApp's own details are shown. */
export const GROUP_ERRORS = {
  131020: group,
  131041: group,
  131059: group,
  131208: retryWithBackoff(PAUSES.hourly, 'Too many group calls', NOTHING),
} as const satisfies Record<number, ErrorRule>;

export const GROUP_RANGE = group;
