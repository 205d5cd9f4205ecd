import { readContent } from '@parley/contract/template-content';
import { type LintCode, lintTemplate } from '@parley/contract/template-lint';
import { malformedParts } from '@parley/contract/template-malformed';
import type { TemplateDraft } from '@parley/contract/types';
import { AppError } from '../../platform/errors.ts';

const messages: Record<LintCode, string> = {
  body_missing: 'Write the text of the template.',
  button_incomplete: 'Enter a sample code for this button.',
  button_repeated: 'Two buttons have the same text.',
  buttons_mixed: 'Quick replies must stand together, before or after the other buttons.',
  card_buttons: 'A card needs at least one button.',
  card_file: 'A card needs a picture or video.',
  cards_count: 'A carousel has 2 to 10 cards.',
  cards_differ: 'All cards need the same kind of file and the same buttons.',
  flow_missing: 'Enter the id of the flow.',
  footer_variables: 'A footer can’t have variables.',
  header_variables: 'A header can have one variable.',
  link_shortened: 'WhatsApp often rejects shortened links.',
  name_invalid: 'Use lowercase characters, digits and underscores.',
  not_with_cards: 'A carousel has no header, offer, footer or buttons outside its cards.',
  offer_category: 'Only marketing templates can have an offer.',
  offer_footer: 'A template with an offer has no footer.',
  offer_header: 'An offer needs a picture or video in the header.',
  opt_out_missing: 'Marketing templates should offer a way to opt out.',
  phone_invalid: 'Enter a phone number with its country code.',
  promotional: 'This word makes it a marketing template.',
  sample_missing: 'WhatsApp needs a sample to review this template.',
  text_missing: 'This text is missing.',
  too_long: 'This is too long.',
  too_many_buttons: 'There are too many buttons of one kind.',
  too_many_variables: 'There are too many variables for so few words.',
  url_invalid: 'Enter an address that begins with https://.',
  url_variable: 'An address can have the variable {{1}}, only at its end.',
  validity_range:
    'WhatsApp allows 30 seconds to 15 minutes for authentication, 30 seconds to 12 hours or 30 days for utility, and 12 hours to 30 days for marketing.',
  variables_adjacent: 'Put words between two variables.',
  variable_edge: 'The text can’t begin or end with a variable.',
  variable_gap: 'Variables must count up from {{1}} without a gap.',
  variable_mixed: 'Variables are all numbers or all names.',
  variable_name: 'Variables are numbers, or names in lowercase characters.',
  variables_dense: 'There are many variables for so few words.',
};

/** @throws AppError validation_failed with everything that WhatsApp would refuse */
export function requireSubmittable(
  name: string,
  { category, components, message_send_ttl_seconds }: TemplateDraft,
): void {
  const findings = lintTemplate({
    ...{ name, category: category ?? '', content: readContent(components) },
    validity: message_send_ttl_seconds,
  });
  const errors = findings
    .filter(({ level }) => level === 'error')
    .map(({ code, field, about }) => ({
      field,
      msg: about === undefined ? messages[code] : `${messages[code]} (${about})`,
    }));
  const malformed = malformedParts({ parameter_format: null, components }).map((part) => ({
    field: part.toLowerCase(),
    msg: `The part ${part} is not in WhatsApp’s format.`,
  }));
  // The review check reads each part once, and says more of those it can read.
  const data = [...malformed.filter(({ field }) => !errors.some((error) => error.field === field)), ...errors];
  if (data.length > 0) throw new AppError('validation_failed', { data });
}
