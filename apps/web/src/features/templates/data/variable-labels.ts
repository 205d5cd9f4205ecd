import { useLingui } from '@lingui/react/macro';
import type { TemplateVariable } from '@parley/contract/template-fill';

/** The label of a value on the form. */
export function useVariableLabel(): (slot: TemplateVariable) => string {
  const { t } = useLingui();
  const labelOf = ({ part, kind, name }: TemplateVariable): string => {
    switch (kind) {
      case 'image':
        return t`Address of the picture`;
      case 'video':
        return t`Address of the film`;
      case 'document':
        return t`Address of the document`;
      case 'code':
        return t`Code that is copied`;
      case 'otp':
        return t`One-time code`;
      case 'time':
        return t`Offer ends`;
      case 'coordinate':
        return name === 'latitude' ? t`Latitude` : t`Longitude`;
      case 'place':
        return name === 'name' ? t`Name of the place` : t`Address of the place`;
      case 'url':
        return t`End of the address of “${name}”`;
      case 'text': {
        const variable = `{{${name}}}`;
        return part === 'header' ? t`${variable} in the header` : variable;
      }
    }
  };
  return (variable) => {
    const label = labelOf(variable);
    if (variable.card === undefined) return label;
    const number = variable.card + 1;
    return t`Card ${number}: ${label}`;
  };
}

/** The help text of a value. */
export function useVariableHelp(): (variable: TemplateVariable) => string | undefined {
  const { t } = useLingui();
  return ({ kind, example, urlPrefix: follows }) => {
    if (isFileVariable(kind)) return t`A web address that WhatsApp can reach without signing in.`;
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
