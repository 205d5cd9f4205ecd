import { useLingui } from '@lingui/react/macro';
import { chipClass } from '../../../../ui/chip.tsx';
import { ChoiceMenu } from '../../change/choice-menu.tsx';

export type FilterChoiceProps = {
  name: string;
  chosen: string | undefined;
  choices: readonly { value: string; label: string }[];
  /** What the list shows without a choice. */
  anything?: string;
  onChoose: (value: string | undefined) => void;
};

/** A condition of the list as a chip that names what was chosen. */
export function FilterChoice({ name, chosen, choices, anything, onChoose }: FilterChoiceProps) {
  const { t } = useLingui();
  const label = choices.find(({ value }) => value === chosen)?.label;
  return (
    <ChoiceMenu
      label={label === undefined ? name : t`${name}: ${label}`}
      className={chipClass(label === undefined ? 'plain' : 'on')}
      chosen={chosen ?? ''}
      choices={[{ value: '', label: anything ?? t`Any` }, ...choices]}
      onChoose={(value) => onChoose(value === '' ? undefined : value)}
    >
      {name}
      {label !== undefined && (
        <>
          {' '}
          <bdi>
            <b>{label}</b>
          </bdi>
        </>
      )}
    </ChoiceMenu>
  );
}
