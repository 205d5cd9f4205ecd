import { type ErrorRule, final, fixFirst, PAUSES, retryLater, retryWithBackoff } from './rule.ts';

const REWRITE = 'Change the text of the template and hand it in again.';

/** Templates, flows and the marketing API. */
export const TEMPLATE_ERRORS = {
  132000: final('The number of variables does not match the template', 'Fill in every variable and send it anew.'),
  132001: fixFirst(
    'The template does not exist in this language, or is not approved',
    'Synchronise the templates and choose one that is approved.',
    { effect: 'template_resync' },
  ),
  132005: final('The template is too long once its variables are filled in', 'Shorten the values and send it anew.'),
  132007: final('The template breaks a rule for characters or format', REWRITE),
  132008: final('A variable has a value that is not accepted', 'Correct the value and send it anew.'),
  132012: final('A variable has the wrong kind of value', 'Give text, file or amount as the template has it.'),
  132015: retryLater(
    null,
    'WhatsApp has paused the template because of low quality',
    'Wait until the pause ends, or choose another template.',
    { effect: 'template_paused' },
  ),
  132016: final('WhatsApp has disabled the template for good', 'Choose another template.', {
    effect: 'template_disabled',
  }),
  132018: final(
    'The values do not fit the parts of the template',
    'Check header, text and buttons, then send it anew.',
  ),
  132068: fixFirst('The form behind the message is blocked', 'An admin repairs the form at Meta, then send again.'),
  132069: retryLater(
    PAUSES.throttledFlow,
    'The form behind the message is limited to ten messages an hour',
    'Nothing to do: it is sent when the hour allows.',
  ),
  134100: final('This way of sending takes marketing templates only', 'Send the template the ordinary way.'),
  134101: retryLater(
    PAUSES.syncing,
    'The template is still being prepared, up to ten minutes',
    'Nothing to do: it is sent then.',
  ),
  134102: retryWithBackoff(
    PAUSES.few,
    'The template is not available there',
    'If it does not pass, send it the ordinary way.',
  ),
  134103: final(
    'WhatsApp does not send this template as marketing',
    'Read the details, or send the template the ordinary way.',
  ),
  2388019: fixFirst(
    'The account has as many templates as it may',
    'Delete templates that nobody uses, then try again.',
  ),
  2388024: final('A template of this name exists in this language', 'Choose another name.'),
  2388039: fixFirst('The template cannot change while it is reviewed', 'Wait for the review, then try again.'),
  2388040: final('A part of the template is too long', REWRITE),
  2388047: final('The header of the template is not well formed', REWRITE),
  2388072: final('The text of the template is not well formed', REWRITE),
  2388073: final('The footer of the template is not well formed', REWRITE),
  2388077: final('WhatsApp does not accept the template', 'Read the details, change the template and submit it again.'),
  2388293: final('The template has too many variables for so few words', REWRITE),
  2388299: final('The template begins or ends with a variable', REWRITE),
} as const satisfies Record<number, ErrorRule>;
