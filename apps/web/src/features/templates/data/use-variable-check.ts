import { useLingui } from '@lingui/react/macro';
import {
  type FillableTemplate,
  fillTemplate,
  isSendableValue,
  listTemplateVariables,
  maxTemplateBodyLength,
  templateDisplay,
  uploadedFileId,
} from '@parley/contract/template-fill';
import type { VariableContact } from '@parley/contract/variables';
import { mergedValues, type VariableValues } from './prefill.ts';
import { isFileVariable } from './variable-labels.ts';

/** Maximum length of a code that a button copies, and of a one-time code. */
const mostCode = 20;
const mostOtp = 15;

/** Errors in the values of a template, by the key of the variable; the server validates them again. */
export function useVariableCheck(
  template: FillableTemplate,
): (values: VariableValues, contact: VariableContact) => Record<string, string> {
  const { t } = useLingui();
  return (typed, contact) => {
    const { values, missing } = mergedValues(typed, contact);
    const problems: Record<string, string> = {};
    for (const { key, kind, name } of listTemplateVariables(template)) {
      const value = values[key] ?? '';
      const lacking = missing[key];
      if (lacking !== undefined) problems[key] = t`This contact has no ${lacking}. Enter a value.`;
      else if (value === '') {
        problems[key] = kind === 'code' ? t`Enter the coupon code that “${name}” copies.` : t`Enter a value.`;
      } else if (!isSendableValue(value))
        problems[key] = t`New lines, tabs and more than 4 spaces in a row can’t be sent.`;
      else if (kind === 'code' && value.length > mostCode) problems[key] = t`At most ${mostCode} characters.`;
      else if (kind === 'url' && /\s/.test(value)) problems[key] = t`A URL can’t contain spaces.`;
      else if (kind === 'otp' && value.length > mostOtp) problems[key] = t`At most ${mostOtp} characters.`;
      else if (kind === 'time' && !(Date.parse(value) > Date.now())) problems[key] = t`Choose a time in the future.`;
      else if (kind === 'coordinate' && !isCoordinate(name, value)) {
        problems[key] = name === 'latitude' ? t`A number from -90 to 90.` : t`A number from -180 to 180.`;
      } else if (isFileVariable(kind) && !isFile(value)) {
        problems[key] = t`Upload a file, or enter an address that starts with https://.`;
      }
    }
    const { length } = templateDisplay(template, fillTemplate(template, values)).body;
    const last = listTemplateVariables(template).findLast(({ part, card }) => part === 'body' && card === undefined);
    if (last !== undefined && length > maxTemplateBodyLength && Object.keys(problems).length === 0) {
      problems[last.key] =
        t`With its values the text has ${length} characters; WhatsApp takes ${maxTemplateBodyLength}.`;
    }
    return problems;
  };
}

function isCoordinate(name: string, value: string): boolean {
  const degrees = Number(value.replace(',', '.'));
  return Math.abs(degrees) <= (name === 'latitude' ? 90 : 180);
}

function isFile(text: string): boolean {
  if (uploadedFileId(text) !== null) return true;
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:';
}
