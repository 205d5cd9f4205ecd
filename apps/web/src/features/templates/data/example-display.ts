import {
  fillTemplate,
  listTemplateVariables,
  type TemplateDisplay,
  templateDisplay,
} from '@parley/contract/template-fill';
import type { Template } from '@parley/contract/types';
import type { FunctionComponent } from 'react';

/** Shows a filled-in template. The inbox, which owns message bubbles, provides it, because templates are below it. */
export type PreviewComponent = FunctionComponent<{ label: string; name: string; display: TemplateDisplay }>;

/** A template filled in with the examples that were submitted to WhatsApp. */
export function exampleDisplay(template: Template): TemplateDisplay {
  const examples = listTemplateVariables(template).map(
    ({ key, name, example }) => [key, example ?? `{{${name}}}`] as const,
  );
  return templateDisplay(template, fillTemplate(template, Object.fromEntries(examples)));
}
