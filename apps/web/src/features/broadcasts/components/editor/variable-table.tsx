import { useLingui } from '@lingui/react/macro';
import type { AudienceContact } from '@parley/contract/types';
import { Button } from '../../../../ui/button.tsx';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import styles from './editor.module.css';
import messageStyles from './message.module.css';
import { VariableRow } from './variable-row.tsx';

/** The variables: source, fallback, and the value for a contact. */
export function VariableTable({ broadcast, contact }: { broadcast: Broadcast; contact: AudienceContact | null }) {
  const { t } = useLingui();
  const { store, state } = broadcast;
  const { missing_values: leavesOut, ...exclude } = state.draft.exclude;
  return (
    <>
      <table className={messageStyles.variables}>
        <thead>
          <tr>
            <th scope="col">{t`Variable`}</th>
            <th scope="col">{t`Filled with`}</th>
            <th scope="col">{t`If empty`}</th>
            <th scope="col">{t`Example`}</th>
          </tr>
        </thead>
        <tbody>
          {broadcast.templateVariables.map((variable) => (
            <VariableRow key={variable.key} broadcast={broadcast} variable={variable} contact={contact} />
          ))}
        </tbody>
      </table>
      {leavesOut && (
        <p className={styles.row}>
          <span>{t`Contacts without a value are excluded.`}</span>
          <Button size="sm" onClick={() => store.change({ exclude })}>{t`Include them`}</Button>
        </p>
      )}
    </>
  );
}
