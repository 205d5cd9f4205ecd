import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { ChipButton } from '../../../ui/chip.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { Menu } from '../../../ui/layer/menu.tsx';

export type FilterMenuProps<T extends string> = {
  /** "Role" */
  label: string;
  choices: readonly { value: T; label: string }[];
  /** null: any */
  value: T | null;
  onChange: (value: T | null) => void;
};

/** A filter with a few choices; the chip shows the active one. */
export function FilterMenu<T extends string>({ label, choices, value, onChange }: FilterMenuProps<T>) {
  const { t } = useLingui();
  const chosen = choices.find((choice) => choice.value === value);
  const entry = (id: T | null, words: string) => ({
    id: id ?? 'any',
    label: words,
    icon: id === value ? <IconCheck {...icon} /> : <span style={{ inlineSize: 18 }} />,
    run: () => onChange(id),
  });
  return (
    <Menu
      label={label}
      align="start"
      groups={[[entry(null, t`Any`)], choices.map((choice) => entry(choice.value, choice.label))]}
      button={(props) => (
        <ChipButton {...props} look={chosen ? 'on' : 'plain'}>
          {chosen ? t`${label}: ${chosen.label}` : label}
          <IconChevronDown {...smallIcon} />
        </ChipButton>
      )}
    />
  );
}
