import { useLingui } from '@lingui/react/macro';
import { barResults } from '@parley/contract/intent-exam';
import type { Exam } from '@parley/contract/types';
import { useId } from 'react';
import { CompactTable } from '../../../../ui/compact-table.tsx';
import styles from './exam.module.css';

type Props = { answers: Exam['answers']; bar: number; onBar: (bar: number) => void };

/** What each minimum would have done: the share right of what reaches it, as far as it is marked. */
export function ExamBars({ answers, bar, onBar }: Props) {
  const { t, i18n } = useLingui();
  const name = useId();
  const share = (part: number) => i18n.number(part, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <fieldset className={styles.bars}>
      <legend>{t`Minimum confidence`}</legend>
      <CompactTable figuresFrom={2} head={[t`Minimum`, t`Sorted by AI`, t`Right`]}>
        {barResults(answers, bar).map((one) => (
          <tr key={one.bar} data-open={one.bar === bar || undefined}>
            <td>
              <label className={styles.bar}>
                <input type="radio" name={name} checked={one.bar === bar} onChange={() => onBar(one.bar)} />
                {share(one.bar / 100)}
              </label>
            </td>
            <td>{t`${one.taken} of ${answers.length}`}</td>
            <td>{one.judged === 0 ? '–' : t`${share(one.right / one.judged)} (${one.right} of ${one.judged})`}</td>
          </tr>
        ))}
      </CompactTable>
    </fieldset>
  );
}
