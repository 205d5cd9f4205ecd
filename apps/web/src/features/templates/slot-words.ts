import { useLingui } from '@lingui/react/macro';
import type { TemplateSlot } from '@parley/contract/template-fill';

/** What a value is called on the form. */
export function useSlotLabel(): (slot: TemplateSlot) => string {
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

/** What a value is like. */
export function useSlotHelp(): (slot: TemplateSlot) => string | undefined {
  const { t } = useLingui();
  return ({ kind, example, follows }) => {
    if (isFileSlot(kind)) return t`A web address that WhatsApp can reach without signing in.`;
    if (follows !== undefined) {
      return example === null ? t`It follows ${follows}` : t`It follows ${follows}, for example ${example}`;
    }
    return example === null ? undefined : t`For example ${example}`;
  };
}

/** Whether a value is the web address of a file. */
export function isFileSlot(kind: TemplateSlot['kind']): boolean {
  return kind === 'image' || kind === 'video' || kind === 'document';
}
