import { useLingui } from '@lingui/react/macro';
import type { MergePerson } from '@parley/contract/merge';
import {
  type FillableTemplate,
  fillTemplate,
  mostTemplateBody,
  templateDisplay,
  templateSlots,
} from '@parley/contract/template-fill';
import { merged, type SlotValues } from './prefill.ts';

/** Characters of a code that a button copies. */
const mostCode = 20;

/** What is wrong with the values of a template, by the key of the slot; the server checks the same again. */
export function useSlotCheck(
  template: FillableTemplate,
): (values: SlotValues, person: MergePerson) => Record<string, string> {
  const { t } = useLingui();
  return (typed, person) => {
    const { values, missing } = merged(typed, person);
    const problems: Record<string, string> = {};
    for (const { key, kind } of templateSlots(template)) {
      const value = values[key] ?? '';
      const lacking = missing[key];
      if (lacking !== undefined) problems[key] = t`This contact has no ${lacking}. Write what is to stand here.`;
      else if (value === '') problems[key] = t`Write what is to stand here.`;
      else if (kind === 'code' && value.length > mostCode) problems[key] = t`At most ${mostCode} characters.`;
      else if (kind === 'url' && /\s/.test(value)) problems[key] = t`An address has no blanks.`;
      else if (kind !== 'text' && kind !== 'url' && kind !== 'code' && !isWebAddress(value)) {
        problems[key] = t`Enter an address that begins with https://.`;
      }
    }
    const { length } = templateDisplay(template, fillTemplate(template, values)).body;
    const last = templateSlots(template).findLast(({ part }) => part === 'body');
    if (last !== undefined && length > mostTemplateBody && Object.keys(problems).length === 0) {
      problems[last.key] = t`With its values the text has ${length} characters; WhatsApp takes ${mostTemplateBody}.`;
    }
    return problems;
  };
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}
