import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { listText } from '../../../../platform/formats.ts';
import { TextAreaField } from '../../../../ui/field.tsx';
import { maxNumbers, takeNumbers } from '../../data/editor/numbers.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { checkedNumbersLimit, type NumberKind, useNumberCheck } from '../../data/editor/use-number-check.ts';
import audienceStyles from './audience.module.css';
import styles from './editor.module.css';

type Props = { broadcast: Broadcast; onChange: (numbers: string[]) => void };

/**
 * Phone numbers as text: split while typing, each with its state. Numbers that are not contacts get the message too.
 */
export function NumbersField({ broadcast, onChange }: Props) {
  const { t, i18n } = useLingui();
  const savedNumbers = broadcast.state.draft.audience.phone_numbers ?? [];
  const [typed, setTyped] = useState(() => savedNumbers.join('\n'));
  const here = takeNumbers(typed);
  // The value changed outside (someone else's edit, or another draft): shows the new one.
  const isSaved = JSON.stringify(here.numbers) === JSON.stringify(savedNumbers);
  const [last, setLast] = useState(savedNumbers);
  if (!isSaved && savedNumbers !== last && JSON.stringify(last) !== JSON.stringify(savedNumbers)) {
    setLast(savedNumbers);
    setTyped(savedNumbers.join('\n'));
  }
  const checked = useNumberCheck(savedNumbers);
  const count = savedNumbers.length;
  const { left } = here;
  const most = i18n.number(maxNumbers);
  return (
    <div className={styles.fields}>
      <TextAreaField
        label={t`Numbers`}
        note={t`optional`}
        dir="ltr"
        rows={3}
        value={typed}
        placeholder="+44 7700 900118"
        help={t`Paste a column or a list. Numbers without a country code use your country.`}
        error={
          left > 0
            ? t`At most ${most} numbers: the last ${plural(left, { one: 'one is', other: '# are' })} not included. Import them as contacts instead.`
            : null
        }
        onChange={(event) => {
          const { value } = event.target;
          const { numbers } = takeNumbers(value);
          setTyped(value);
          setLast(numbers);
          onChange(numbers);
        }}
      />
      {count > 0 && (
        <>
          <p className={styles.quiet} role="status">
            {t`${plural(count, { one: '# number', other: '# numbers' })}`}
            <Kinds kinds={checked} />
          </p>
          <ul className={audienceStyles.numbers} aria-label={t`Definitions`}>
            {checked.slice(0, maxChips).map(({ key, typed: number, kind }) => (
              <li key={key} data-kind={kind}>
                <bdi>{number}</bdi> <KindWord kind={kind} />
              </li>
            ))}
          </ul>
          {count > checkedNumbersLimit && (
            <p className={styles.quiet}>{t`Only the first numbers are shown. The count below includes all of them.`}</p>
          )}
        </>
      )}
    </div>
  );
}

/** How many numbers are listed. */
const maxChips = 60;

function KindWord({ kind }: { kind: NumberKind }) {
  const { t } = useLingui();
  const words: Record<NumberKind, string> = {
    known: t`contact`,
    new: t`new`,
    invalid: t`no number`,
    twice: t`twice`,
    looking: '',
  };
  return <span>{words[kind]}</span>;
}

function Kinds({ kinds }: { kinds: readonly { kind: NumberKind }[] }) {
  const { t } = useLingui();
  const count = (kind: NumberKind) => kinds.filter((one) => one.kind === kind).length;
  const [known, fresh, invalid, twice] = [count('known'), count('new'), count('invalid'), count('twice')];
  const parts = [
    known > 0 && t`${plural(known, { one: '# contact', other: '# contacts' })}`,
    fresh > 0 && t`${plural(fresh, { one: '# new', other: '# new' })}`,
    invalid > 0 && t`${plural(invalid, { one: '# invalid', other: '# invalid' })}`,
    twice > 0 && t`${plural(twice, { one: '# twice', other: '# twice' })}`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : `: ${listText(parts)}`;
}
