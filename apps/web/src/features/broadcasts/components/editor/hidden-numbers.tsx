import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Chip } from '../../../../ui/chip.tsx';
import styles from './editor.module.css';

type Props = { numbers: readonly string[]; onChange: (numbers: string[]) => void };

/** Phone numbers that others entered, for members who may not see any: they can only be removed. */
export function HiddenNumbers({ numbers, onChange }: Props) {
  const { t } = useLingui();
  if (numbers.length === 0) return null;
  return (
    <p className={styles.row}>
      <Chip look="on" removeLabel={t`Remove the phone numbers`} onRemove={() => onChange([])}>
        {t`${plural(numbers.length, { one: '# phone number', other: '# phone numbers' })}`}
      </Chip>
    </p>
  );
}
