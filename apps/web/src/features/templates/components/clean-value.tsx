import { useLingui } from '@lingui/react/macro';
import { cleanValue, isSendableValue } from '@parley/contract/template-fill';
import { Button } from '../../../ui/button.tsx';

/** Offers a corrected value that WhatsApp accepts; nothing when the value is valid. */
export function CleanValue({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useLingui();
  if (isSendableValue(value.trim())) return null;
  const cleaned = cleanValue(value);
  return (
    <Button size="sm" onClick={() => onChange(cleaned)}>
      {t`Use “${cleaned}”`}
    </Button>
  );
}
