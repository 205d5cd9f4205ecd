import { useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { newStepId } from '../../data/flow-edit.ts';
import styles from './editor.module.css';

type Choice = { id: string; title: string };
type Props = {
  /** Of one. */
  label: string;
  choices: readonly Choice[];
  most: number;
  longest: number;
  onChange: (choices: Choice[]) => void;
};

/** Buttons or rows that the customer can tap. */
export function ChoicesForm({ label, choices, most, longest, onChange }: Props) {
  const { t } = useLingui();
  return (
    <>
      {choices.map(({ id, title }, at) => (
        <div key={id} className={styles.condition}>
          <TextField
            label={`${label} ${at + 1}`}
            dir="auto"
            value={title}
            maxLength={longest}
            onChange={(event) =>
              onChange(choices.map((one) => (one.id === id ? { id, title: event.target.value } : one)))
            }
          />
          <IconButton
            size="sm"
            label={t`Remove ${label} ${at + 1}`}
            onClick={() => onChange(choices.filter((one) => one.id !== id))}
          >
            <IconTrash {...icon} />
          </IconButton>
        </div>
      ))}
      {choices.length < most && (
        <Button size="sm" onClick={() => onChange([...choices, { id: newStepId(), title: '' }])}>
          <IconPlus {...smallIcon} />
          {t`Add`}
        </Button>
      )}
    </>
  );
}
