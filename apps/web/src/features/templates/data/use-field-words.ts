import { useLingui } from '@lingui/react/macro';
import { buttonsOf, cardsOf } from '@parley/contract/template-fill';
import { useValidityText } from './use-validity-text.ts';

/** Fields of a comparison: their names, and their values as people read them. */
export function useFieldWords(): { name: (field: string) => string; value: (field: string, value: unknown) => string } {
  const { t } = useLingui();
  const validity = useValidityText();
  const names: Record<string, string> = {
    BODY: t`Text`,
    BUTTONS: t`Buttons`,
    FOOTER: t`Footer`,
    HEADER: t`Header`,
    category: t`Category`,
    message_send_ttl_seconds: t`Validity period`,
    parameter_format: t`Variable format`,
    quality: t`Quality`,
    status: t`Status`,
  };
  return {
    name: (field) => names[field] ?? field,
    value: (field, value) =>
      field === 'message_send_ttl_seconds' && typeof value === 'number' ? validity(value) : valueText(value),
  };
}

function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value);
  const part = value as Record<string, unknown>;
  if (Array.isArray(part['buttons'])) {
    return buttonsOf(part)
      .map(({ type, text, url, phone_number }) => [type, text, url, phone_number].filter(Boolean).join(' · '))
      .join('\n');
  }
  if (Array.isArray(part['cards'])) return cardsOf(part).flat().map(valueText).join('\n');
  if (typeof part['limited_time_offer'] === 'object') return valueText(part['limited_time_offer']);
  return String(part['text'] ?? part['format'] ?? JSON.stringify(value));
}
