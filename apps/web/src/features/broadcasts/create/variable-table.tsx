import { useLingui } from '@lingui/react/macro';
import type { AudiencePerson } from '@parley/contract/types';
import { Button } from '../../../ui/button.tsx';
import styles from './create.module.css';
import messageStyles from './message.module.css';
import type { Broadcast } from './use-broadcast.ts';
import { VariableRow } from './variable-row.tsx';

/** Each variable: where its value comes from, what stands there for want of one, and how it reads for somebody. */
export function VariableTable({ broadcast, person }: { broadcast: Broadcast; person: AudiencePerson | null }) {
  const { t } = useLingui();
  const { keeper, state } = broadcast;
  const { missing_values: leavesOut, ...exclude } = state.draft.exclude;
  return (
    <>
      <table className={messageStyles.slots}>
        <thead>
          <tr>
            <th scope="col">{t`Variable`}</th>
            <th scope="col">{t`Filled with`}</th>
            <th scope="col">{t`If empty`}</th>
            <th scope="col">{t`Example`}</th>
          </tr>
        </thead>
        <tbody>
          {broadcast.slots.map((slot) => (
            <VariableRow key={slot.key} broadcast={broadcast} slot={slot} person={person} />
          ))}
        </tbody>
      </table>
      {leavesOut && (
        <p className={styles.row}>
          <span>{t`Whoever lacks a value is left out.`}</span>
          <Button size="sm" onClick={() => keeper.change({ exclude })}>{t`Do not leave them out`}</Button>
        </p>
      )}
    </>
  );
}
