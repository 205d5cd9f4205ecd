import { useLingui } from '@lingui/react/macro';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/field.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { numbered } from '../../data/numbered.ts';
import styles from './editor.module.css';

type SavedValue = { path: string; name: string };
type Props = { values: readonly SavedValue[]; onChange: (values: SavedValue[]) => void };

/** Values of a JSON text that become variables, each by its path. */
export function SavedValuesForm({ values, onChange }: Props) {
  const { t } = useLingui();
  const change = (at: number, part: Partial<SavedValue>) =>
    onChange(values.map((was, n) => (n === at ? { ...was, ...part } : was)));
  return (
    <>
      {numbered(values).map(({ key, at, one }) => (
        <div key={key} className={styles.condition}>
          <TextField
            label={t`Path of value ${at + 1}`}
            dir="ltr"
            value={one.path}
            maxLength={200}
            onChange={(event) => change(at, { path: event.target.value })}
          />
          <TextField
            label={t`Variable ${at + 1}`}
            value={one.name}
            maxLength={40}
            onChange={(event) => change(at, { name: event.target.value })}
          />
          <IconButton
            size="sm"
            label={t`Remove value ${at + 1}`}
            onClick={() => onChange(values.filter((_one, n) => n !== at))}
          >
            <IconTrash {...icon} />
          </IconButton>
        </div>
      ))}
      {values.length < 20 && (
        <Button size="sm" onClick={() => onChange([...values, { path: '', name: '' }])}>
          <IconPlus {...smallIcon} />
          {t`Save a value`}
        </Button>
      )}
    </>
  );
}
