import { useLingui } from '@lingui/react/macro';
import { buttonLinkEnd } from '@parley/contract/button-link';
import type { TemplateVariable } from '@parley/contract/template-fill';
import { useFieldName } from './use-field-name.ts';

/** The label of a value on the form. @param field the contact's field that fills it, whose name it then has */
export function useVariableLabel(): (variable: TemplateVariable, field?: string) => string {
  const { t } = useLingui();
  const fieldName = useFieldName();
  const labelOf = ({ part, kind, name }: TemplateVariable, field?: string): string => {
    switch (kind) {
      case 'image':
        return t`Image URL`;
      case 'video':
        return t`Video URL`;
      case 'document':
        return t`Document URL`;
      case 'code':
        return t`Code to copy`;
      case 'otp':
        return t`One-time code`;
      case 'time':
        return t`Offer ends`;
      case 'coordinate':
        return name === 'latitude' ? t`Latitude` : t`Longitude`;
      case 'place':
        return name === 'name' ? t`Place name` : t`Address`;
      case 'url':
        return t`URL suffix of “${name}”`;
      case 'text': {
        const isHeader = part === 'header';
        if (field === undefined && /^\d+$/.test(name)) {
          return isHeader ? t`Header variable ${name}` : t`Body variable ${name}`;
        }
        const variable = field === undefined ? `{{${name}}}` : fieldName(field);
        return isHeader ? t`${variable} in the header` : variable;
      }
    }
  };
  return (variable, field) => {
    const label = labelOf(variable, field);
    if (variable.card === undefined) return label;
    const number = variable.card + 1;
    return t`Card ${number}: ${label}`;
  };
}

/** The help text of a value; of the end of a button's address, what it opens. */
export function useVariableHelp(): (variable: TemplateVariable, value?: string) => string | undefined {
  const { t } = useLingui();
  return ({ kind, example, urlPrefix: follows }, value = '') => {
    if (isFileVariable(kind)) return t`A web address that WhatsApp can reach without signing in.`;
    if (follows !== undefined && value.trim() !== '') {
      const address = follows + buttonLinkEnd(value, follows);
      return t`Opens ${address}`;
    }
    if (follows !== undefined) {
      return example === null ? t`Placed after ${follows}` : t`Placed after ${follows}, for example ${example}`;
    }
    return example === null ? undefined : t`For example ${example}`;
  };
}

/** Whether a value is a file: uploaded, or its URL. */
export function isFileVariable(kind: TemplateVariable['kind']): kind is 'image' | 'video' | 'document' {
  return kind === 'image' || kind === 'video' || kind === 'document';
}
