import type { Channel, DefaultTemplateUse, Template } from '@parley/contract/types';

export type DefaultTemplate = Channel['default_templates'][DefaultTemplateUse];

/** The active templates, and the chosen one even when it is no longer active. */
export function defaultTemplateChoices(
  templates: readonly Template[],
  chosen: DefaultTemplate,
): { value: string; label: string }[] {
  const labelOf = ({ name, language }: Pick<Template, 'name' | 'language'>) => `${name} · ${language}`;
  const active = templates.filter(({ status }) => status === 'ACTIVE');
  const choices = active.map((template) => ({ value: template.id, label: labelOf(template) }));
  if (chosen === null || active.some(({ id }) => id === chosen.id)) return choices;
  return [{ value: chosen.id, label: labelOf(chosen) }, ...choices];
}
