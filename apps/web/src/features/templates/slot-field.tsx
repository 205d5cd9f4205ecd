import { useLingui } from '@lingui/react/macro';
import { fixValue, type MergePerson } from '@parley/contract/merge';
import type { TemplateSlot } from '@parley/contract/template-fill';
import { IconUserPlus } from '@tabler/icons-react';
import { TextField } from '../../ui/field.tsx';
import { icon } from '../../ui/icon.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/layer/menu.tsx';
import { knownValues } from './prefill.ts';
import { isFileSlot, useSlotHelp, useSlotLabel } from './slot-words.ts';
import styles from './templates.module.css';

export type SlotFieldProps = {
  slot: TemplateSlot;
  /** The first one has the focus when the form opens. */
  first: boolean;
  value: string;
  error: string | null;
  person: MergePerson;
  customFields: readonly string[];
  onChange: (value: string) => void;
};

/** One value of a template, typed or taken from the contact. */
export function SlotField({ slot, first, value, error, person, customFields, onChange }: SlotFieldProps) {
  const { t } = useLingui();
  const label = useSlotLabel()(slot);
  const help = useSlotHelp()(slot);
  const known = slot.kind === 'text' || slot.kind === 'url' ? knownValues(person, customFields) : [];
  return (
    <div className={styles.slot}>
      <TextField
        label={label}
        help={help}
        error={error}
        value={value}
        placeholder={fixValue}
        inputMode={isFileSlot(slot.kind) ? 'url' : undefined}
        dir={slot.kind === 'text' ? 'auto' : 'ltr'}
        autoComplete="off"
        data-focus={first || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {known.length > 0 && (
        <Menu
          label={t`From the contact into ${label}`}
          groups={[
            known.map(({ variable, value: told }) => ({
              id: variable,
              label: variable,
              note: told,
              run: () => onChange(told),
            })),
          ]}
          button={(props) => (
            <IconButton {...props} label={t`From the contact into ${label}`}>
              <IconUserPlus {...icon} />
            </IconButton>
          )}
        />
      )}
    </div>
  );
}
