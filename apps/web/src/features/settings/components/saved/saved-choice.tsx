import { useLingui } from '@lingui/react/macro';
import { type Segment, Segments } from '../../../../ui/segments.tsx';
import styles from './saved.module.css';
import { useSaved } from './use-saved.ts';

export type SavedChoiceProps<T extends string> = {
  label: string;
  /** The server's name of the field, for its errors. */
  name: string;
  segments: readonly Segment<T>[];
  saved: T;
  /** @throws ApiError, NetworkError */
  save: (value: T) => Promise<void>;
};

/** A choice of few options, all visible, that is saved when it is made, with undo. */
export function SavedChoice<T extends string>({ label, name, segments, saved, save }: SavedChoiceProps<T>) {
  const { t } = useLingui();
  const field = useSaved<T>({ name, save, message: () => t`${label} saved` });
  return (
    <div className={styles.choice}>
      <span className={styles.label}>
        {label}
        {field.note && <small className={styles.note}>{field.note}</small>}
      </span>
      <Segments
        label={label}
        segments={segments}
        value={field.chosen(saved)}
        onChange={(value) => field.choose(value, saved)}
      />
      {field.problem && (
        <p role="alert" className={styles.error}>
          {field.problem}
        </p>
      )}
    </div>
  );
}
