import { useLingui } from '@lingui/react/macro';
import type { LintCode, LintFinding } from '@parley/contract/template-lint';

/** What a finding means, and the way out. */
export function useLintWords(): (finding: LintFinding) => string {
  const { t } = useLingui();
  return ({ code, about = '' }) => {
    const words: Record<LintCode, string> = {
      body_missing: t`Write the text of the template.`,
      button_incomplete: t`Enter a sample code for this button.`,
      button_repeated: t`Two buttons have the same text.`,
      buttons_mixed: t`Keep quick replies together, before or after the other buttons.`,
      card_buttons: t`Add a button to this card.`,
      card_file: t`Add a picture or video to this card.`,
      cards_count: t`A carousel has 2 to 10 cards.`,
      cards_differ: t`Give all cards the same kind of file and the same buttons.`,
      flow_missing: t`Enter the id of the flow.`,
      footer_variables: t`A footer can’t have variables.`,
      header_variables: t`A header can have one variable.`,
      link_shortened: t`WhatsApp often rejects shortened links. Use the full address.`,
      name_invalid: t`Use lowercase characters, digits and underscores.`,
      not_with_cards: t`Remove header, offer, footer and buttons outside the cards.`,
      offer_category: t`Only marketing templates can have an offer.`,
      offer_footer: t`Remove the footer: a template with an offer has none.`,
      offer_header: t`Add a picture or video to the header.`,
      opt_out_missing: t`Offer a way to opt out, such as a quick reply "Stop".`,
      phone_invalid: t`Enter a phone number with its country code.`,
      promotional: t`"${about}" makes it a marketing template. Change the category or the word.`,
      sample_missing:
        about === '' ? t`Add a sample file for the reviewer.` : t`${about} needs a sample for the reviewer.`,
      text_missing: t`Enter a text.`,
      too_long: t`At most ${about} characters.`,
      too_many_buttons: about === '' ? t`A template has at most 10 buttons.` : t`Too many ${about} buttons.`,
      too_many_variables: t`Add more words: there are too many variables for this text.`,
      url_invalid: t`Enter an address that begins with https://.`,
      url_variable: t`A URL can have ${'{{1}}'} only at its end.`,
      validity_range: t`Choose a validity period that this category allows.`,
      variables_adjacent: t`Put words between two variables.`,
      variable_edge: t`Don’t begin or end the text with a variable.`,
      variable_gap: t`Variables must count up: ${about} is missing.`,
      variable_mixed: t`Use only numbers or only names for variables.`,
      variable_name: t`${about} isn’t a variable. Use ${'{{1}}'} or a name such as ${'{{order_number}}'}.`,
      variables_dense: t`Many variables for a short text. Reviewers may ask for more text.`,
    };
    return words[code];
  };
}
