import { useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { ChipButton } from '../../../../ui/chip.tsx';
import type { FilterPartProps } from './date-filter.tsx';

const FieldDialog = lazyComponent(() => import('./field-dialog.tsx').then((module) => module.FieldDialog));

/** A custom field of the contact, as a chip. */
export function FieldFilter({ fields, filter, onChange }: FilterPartProps & { fields: readonly string[] }) {
  const { t } = useLingui();
  const [choosing, setChoosing] = useState(false);
  const { field, value, ...rest } = filter;
  const chosen = value === undefined ? t`any value` : value;
  return (
    <>
      <ChipButton look={field === undefined ? 'plain' : 'on'} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {field === undefined ? t`Custom field` : `${field}: ${chosen}`}
      </ChipButton>
      <Suspense>
        {choosing && (
          <FieldDialog
            fields={fields}
            field={field ?? ''}
            value={value ?? ''}
            onClose={() => setChoosing(false)}
            onChoose={(name, text) =>
              onChange(name === '' ? rest : { ...rest, field: name, ...(text !== '' && { value: text }) })
            }
          />
        )}
      </Suspense>
    </>
  );
}
