import { useLingui } from '@lingui/react/macro';
import { buttonsOf, cardsOf } from '@parley/contract/template-fill';

/** Fields of a comparison: their names, and their values as people read them. */
export function useFieldWords(): { name: (field: string) => string; value: (value: unknown) => string } {
  const { t } = useLingui();
  const names: Record<string, string> = {
    BODY: t`Text`,
    BUTTONS: t`Buttons`,
    FOOTER: t`Footer`,
    HEADER: t`Header`,
    category: t`Category`,
    parameter_format: t`Variable format`,
    quality: t`Quality`,
    status: t`Status`,
  };
  return {
    name: (field) => names[field] ?? field,
    value: valueText,
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
