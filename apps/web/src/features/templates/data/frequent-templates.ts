import type { Template } from '@parley/contract/types';
import { offeredTemplates } from './offered-templates.ts';

/** Few enough to be read at a glance. */
const most = 3;

/** The templates that are offered first: the channel's default, then those sent most in the last 30 days. */
export function frequentTemplates(
  templates: readonly Template[],
  defaultId: string | null,
  sentOf: (id: string) => number,
): Template[] {
  return offeredTemplates(templates, defaultId, '')
    .filter(({ unfillable }) => unfillable.length === 0)
    .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault) || sentOf(b.template.id) - sentOf(a.template.id))
    .slice(0, most)
    .map(({ template }) => template);
}
