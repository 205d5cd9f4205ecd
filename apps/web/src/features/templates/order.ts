import { unfillableParts } from '@parley/contract/template-fill';
import type { Template } from '@parley/contract/types';

/** A template that can be chosen, or why it cannot. */
export type Offered = { template: Template; isDefault: boolean; unfillable: string[] };

/**
 * What may be sent now: the default first, then by name, what cannot be filled in here last.
 * @param search words that name, language or text must hold
 */
export function offeredTemplates(templates: readonly Template[], defaultId: string | null, search: string): Offered[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ isDefault, unfillable }: Offered) => (unfillable.length > 0 ? 2 : isDefault ? 0 : 1);
  return templates
    .filter((template) => template.status === 'ACTIVE' && words.every((word) => textOf(template).includes(word)))
    .map((template) => ({
      template,
      isDefault: template.id === defaultId,
      unfillable: template.components === null ? ['BODY'] : unfillableParts(template),
    }))
    .toSorted((a, b) => rank(a) - rank(b));
}

function textOf({ name, language, components }: Template): string {
  return [name, name.replaceAll('_', ' '), language, bodyOf(components)].join('\n').toLocaleLowerCase();
}

/** The text of a template with its variables. */
export function bodyOf(components: Template['components']): string {
  const text = components?.find(({ type }) => String(type).toUpperCase() === 'BODY')?.text;
  return typeof text === 'string' ? text : '';
}
