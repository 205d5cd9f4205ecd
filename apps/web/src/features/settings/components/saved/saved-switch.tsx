import { useLingui } from '@lingui/react/macro';
import { Switch } from '../../../../ui/checkbox.tsx';
import styles from './saved.module.css';
import { useSaved } from './use-saved.ts';

export type SavedSwitchProps = {
  label: string;
  /** The server's name of the field, for its errors. */
  name: string;
  saved: boolean;
  /** @throws ApiError, NetworkError */
  save: (value: boolean) => Promise<void>;
};

/** A switch that is saved at once, with undo; an error is shown below it. */
export function SavedSwitch({ label, name, saved, save }: SavedSwitchProps) {
  const { t } = useLingui();
  const field = useSaved<boolean>({
    name,
    save,
    message: (on) => (on ? t`Turned on: ${label}` : t`Turned off: ${label}`),
  });
  return (
    <div className={styles.switch}>
      <span className={styles.row}>
        <Switch checked={field.chosen(saved)} onChange={(on) => !field.busy && void field.store(on, saved)}>
          {label}
        </Switch>
        {field.note && <small className={styles.note}>{field.note}</small>}
      </span>
      {field.problem && (
        <p role="alert" className={styles.error}>
          {field.problem}
        </p>
      )}
    </div>
  );
}
