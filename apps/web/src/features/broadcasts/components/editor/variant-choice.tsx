import { useLingui } from '@lingui/react/macro';
import type { AbVariant } from '@parley/contract/types';
import { Segments } from '../../../../ui/segments.tsx';

/** Which variant of an A/B test is shown. */
export function VariantChoice({ value, onChange }: { value: AbVariant; onChange: (variant: AbVariant) => void }) {
  const { t } = useLingui();
  return (
    <Segments
      label={t`Variant`}
      size="sm"
      value={value}
      segments={[
        { value: 'A', label: t`Variant A` },
        { value: 'B', label: t`Variant B` },
      ]}
      onChange={onChange}
    />
  );
}
