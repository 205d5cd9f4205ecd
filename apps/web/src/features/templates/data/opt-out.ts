import { optOutButtonLabel } from '@parley/contract/opt-out-words';
import { contentLimits, type TemplateButton, type TemplateContent } from '@parley/contract/template-content';

/** Whether a quick reply fits: a template with an offer or with cards has none of its own. */
export function canOptOut({ buttons, offer, cards }: TemplateContent): boolean {
  return offer === null && cards.length === 0 && buttons.length < contentLimits.buttons;
}

/** The buttons with a quick reply to opt out, beside the other quick replies, as WhatsApp wants them. */
export function withOptOut(buttons: readonly TemplateButton[], language: string): TemplateButton[] {
  const text = optOutButtonLabel(language.split('_')[0] ?? '');
  const stop: TemplateButton = { type: 'QUICK_REPLY', text, value: '', sample: '' };
  const last = buttons.findLastIndex(({ type }) => type === 'QUICK_REPLY');
  return last === -1 ? [...buttons, stop] : buttons.toSpliced(last + 1, 0, stop);
}
