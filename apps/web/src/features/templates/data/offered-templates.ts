import { foldText } from '@parley/contract/fold-text';
import { unfillableParts } from '@parley/contract/template-fill';
import { malformedParts } from '@parley/contract/template-malformed';
import type { Template } from '@parley/contract/types';

/** A template that can be chosen, or the reason why not. */
export type OfferedTemplate = { template: Template; isDefault: boolean; unfillable: string[] };

/**
 * Templates that can be sent now: the default first, then by name, unsupported ones last.
 * @param search words to find in name, language or text
 */
export function offeredTemplates(
  templates: readonly Template[],
  defaultId: string | null,
  search: string,
): OfferedTemplate[] {
  const words = foldText(search).split(/\s+/).filter(Boolean);
  const rank = ({ isDefault, unfillable }: OfferedTemplate) => (unfillable.length > 0 ? 2 : isDefault ? 0 : 1);
  return templates
    .filter((template) => template.status === 'ACTIVE' && words.every((word) => textOf(template).includes(word)))
    .map((template) => ({
      template,
      isDefault: template.id === defaultId,
      unfillable: template.components === null ? ['BODY'] : [...malformedParts(template), ...unfillableParts(template)],
    }))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** WhatsApp takes only plain templates in groups: no buttons, no codes. */
export function isForGroups({ category, components }: Pick<Template, 'category' | 'components'>): boolean {
  const buttons = components?.some(({ type }) => ['BUTTONS', 'CAROUSEL'].includes(String(type).toUpperCase()));
  return category !== 'AUTHENTICATION' && buttons !== true;
}

function textOf({ name, language, components }: Template): string {
  return foldText([name, name.replaceAll('_', ' '), language, bodyOf(components)].join('\n'));
}

/** The text of a template with its variables. */
export function bodyOf(components: Template['components']): string {
  const text = components?.find(({ type }) => String(type).toUpperCase() === 'BODY')?.text;
  return typeof text === 'string' ? text : '';
}
