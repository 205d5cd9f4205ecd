import type { Template } from '@parley/contract/types';
import { offeredTemplates } from './offered-templates.ts';

/** Few enough to be read at a glance. */
const most = 3;

/** Whether a template has the button that shares the customer’s phone number. */
export function asksForNumber({ components }: Template): boolean {
  return (components ?? []).some(
    ({ buttons }) => Array.isArray(buttons) && buttons.some((button) => button?.type === 'REQUEST_CONTACT_INFO'),
  );
}

/**
 * The templates that are offered first: for a customer whose number is not known one that asks for it, then the channel’s
 * default, then those sent most in the last 30 days.
 */
export function frequentTemplates(
  templates: readonly Template[],
  defaultId: string | null,
  sentOf: (id: string) => number,
  numberKnown = true,
): Template[] {
  const asks = (template: Template) => Number(!numberKnown && asksForNumber(template));
  return offeredTemplates(templates, defaultId, '')
    .filter(({ unfillable }) => unfillable.length === 0)
    .toSorted(
      (a, b) =>
        asks(b.template) - asks(a.template) ||
        Number(b.isDefault) - Number(a.isDefault) ||
        sentOf(b.template.id) - sentOf(a.template.id),
    )
    .slice(0, most)
    .map(({ template }) => template);
}
