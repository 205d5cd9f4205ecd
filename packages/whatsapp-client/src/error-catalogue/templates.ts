import { type ErrorRule, final, fixFirst, PAUSES, retryLater, retryWithBackoff } from './rule.ts';

const REWRITE = 'Change the text of the template and resubmit it.';

/** Templates, flows and the marketing API. */
export const TEMPLATE_ERRORS = {
  132000: final(
    'The number of variables does not match the template, which may have changed at WhatsApp',
    'Sync the templates, fill in every variable and send it again.',
    { effect: 'template_resync' },
  ),
  132001: fixFirst(
    'The template does not exist in this language, or is not approved',
    'Sync the templates and choose an approved one.',
    { effect: 'template_resync' },
  ),
  132005: final('The template is too long once its variables are filled in', 'Shorten the values and send it again.'),
  132007: final('The template breaks a rule for characters or format', REWRITE),
  132008: final('A variable has a value that is not accepted', 'Correct the value and send it again.'),
  132012: final(
    'A variable has the wrong kind of value, or the template has changed at WhatsApp',
    'Sync the templates and use the type of value that the template expects.',
    { effect: 'template_resync' },
  ),
  132015: retryLater(
    null,
    'WhatsApp has paused the template because of low quality',
    'Wait until the pause ends, or choose another template.',
    { effect: 'template_paused' },
  ),
  132016: final('WhatsApp has permanently disabled the template', 'Choose another template.', {
    effect: 'template_disabled',
  }),
  132018: final(
    'The values do not fit the parts of the template',
    'Check the header, text and buttons, then send it again.',
  ),
  132068: fixFirst(
    'The form behind the message is blocked',
    'Ask an Admin to fix the form in WhatsApp Manager, then send again.',
  ),
  132069: retryLater(
    PAUSES.throttledFlow,
    'The form behind the message is limited to ten messages an hour',
    'No action needed. The message is sent when the limit allows.',
  ),
  134100: final('Only marketing templates can be sent this way', 'Send the template as a regular message.'),
  134101: retryLater(
    PAUSES.syncing,
    'The template is still being prepared, up to ten minutes',
    'No action needed. The message is sent when it’s ready.',
  ),
  134102: retryWithBackoff(
    PAUSES.few,
    'The template is not available there',
    'If the problem persists, send it as a regular message.',
  ),
  134103: final(
    'WhatsApp does not send this template as marketing',
    'Check the details, or send the template as a regular message.',
  ),
  2388019: fixFirst('The account has reached its template limit', 'Delete unused templates, then try again.'),
  2388024: final('A template with this name exists in this language', 'Choose another name.'),
  2388039: fixFirst('The template can’t change while it is reviewed', 'Wait for the review, then try again.'),
  2388040: final('A part of the template is too long', REWRITE),
  2388047: final('The header of the template is not well formed', REWRITE),
  2388072: final('The text of the template is not well formed', REWRITE),
  2388073: final('The footer of the template is not well formed', REWRITE),
  2388077: final('WhatsApp does not accept the template', 'Check the details, change the template and resubmit it.'),
  2388293: final('The template has too many variables for its length', REWRITE),
  2388299: final('The template begins or ends with a variable', REWRITE),
} as const satisfies Record<number, ErrorRule>;
