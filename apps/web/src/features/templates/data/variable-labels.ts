import { useLingui } from '@lingui/react/macro';
import type { TemplateVariable } from '@parley/contract/template-fill';

/** The label of a value on the form. */
export function useVariableLabel(): (slot: TemplateVariable) => string {
  const { t } = useLingui();
  return ({ part, kind, name }) => {
    if (kind === 'image') return t`Address of the picture`;
    if (kind === 'video') return t`Address of the film`;
    if (kind === 'document') return t`Address of the document`;
    if (kind === 'code') return t`Code that is copied`;
    if (kind === 'url') return t`End of the address of “${name}”`;
    const variable = `{{${name}}}`;
    return part === 'header' ? t`${variable} in the header` : variable;
  };
}

/** The help text of a value. */
export function useVariableHelp(): (variable: TemplateVariable) => string | undefined {
  const { t } = useLingui();
  return ({ kind, example, urlPrefix: follows }) => {
    if (isFileVariable(kind)) return t`A web address that WhatsApp can reach without signing in.`;
    if (follows !== undefined) {
      return example === null ? t`It follows ${follows}` : t`It follows ${follows}, for example ${example}`;
    }
    return example === null ? undefined : t`For example ${example}`;
  };
}

/** Whether a value is a file: uploaded, or its URL. */
export function isFileVariable(kind: TemplateVariable['kind']): kind is 'image' | 'video' | 'document' {
  return kind === 'image' || kind === 'video' || kind === 'document';
}
