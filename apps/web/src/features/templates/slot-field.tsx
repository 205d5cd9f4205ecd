import { useLingui } from '@lingui/react/macro';
import { fixValue, type MergePerson } from '@parley/contract/merge';
import type { TemplateSlot } from '@parley/contract/template-fill';
import { IconUserPlus } from '@tabler/icons-react';
import { TextField } from '../../ui/field.tsx';
import { icon } from '../../ui/icon.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/layer/menu.tsx';
import { knownValues } from './prefill.ts';
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
  const known = slot.kind === 'text' || slot.kind === 'url' ? knownValues(person, customFields) : [];
  const isFile = slot.kind === 'image' || slot.kind === 'video' || slot.kind === 'document';
  return (
    <div className={styles.slot}>
      <TextField
        label={label}
        help={
          isFile
            ? t`A web address that WhatsApp can reach without signing in.`
            : slot.example === null
              ? undefined
              : t`For example ${slot.example}`
        }
        error={error}
        value={value}
        placeholder={fixValue}
        inputMode={isFile ? 'url' : undefined}
        dir={isFile || slot.kind !== 'text' ? 'ltr' : 'auto'}
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
