import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Field, inputClass } from './field.tsx';
import { smallIcon } from './icon.ts';
import { useLayer } from './layer/use-modal.ts';
import styles from './select-field.module.css';

export type SelectFieldProps = {
  label: string;
  note?: string;
  error?: string | null;
  /** In the order they are shown. */
  choices: { value: string; label: string }[];
  /** '' when nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  clearable?: boolean;
};

/** One of many, found by typing. Brings the kit's combobox, so only screens off the first path use it, within `KitScope`. */
export function SelectField({ label, note, error, choices, value, onChange, clearable = false }: SelectFieldProps) {
  const { t } = useLingui();
  const layer = useLayer();
  return (
    <Field label={label} note={note} error={error}>
      {(ties) => (
        <Select
          {...ties}
          data={choices}
          value={value === '' ? null : value}
          onChange={(chosen) => onChange(chosen ?? '')}
          searchable
          clearable={clearable}
          allowDeselect={false}
          maxDropdownHeight={280}
          nothingFoundMessage={t`Nothing like that in the list`}
          rightSection={<IconChevronDown {...smallIcon} />}
          rightSectionPointerEvents="none"
          selectFirstOptionOnChange
          comboboxProps={{
            transitionProps: { duration: 0 },
            shadow: 'md',
            offset: 4,
            portalProps: { target: layer ?? undefined },
          }}
          classNames={{
            input: `${inputClass()} ${styles.input}`,
            section: styles.section,
            dropdown: styles.dropdown,
            option: styles.option,
            empty: styles.empty,
          }}
        />
      )}
    </Field>
  );
}
