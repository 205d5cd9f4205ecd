import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { AuditEvent } from '@parley/contract/types';
import { SidePanel } from '../../../../ui/layer/side-panel.tsx';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { useRows } from '../../../sync/public.ts';
import { actionText } from '../../data/audit-actions.ts';
import { changeRows } from '../../data/audit-changes.ts';
import { detailFacts } from '../../data/audit-detail.ts';
import styles from './audit.module.css';
import { useActorName } from './use-actor-name.ts';
import { useObjectName } from './use-object-name.ts';

/** One event: who, when, from where, and each value before and after. */
export function AuditPanel({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const { exact } = useTimeLabels();
  const actorName = useActorName();
  const objectName = useObjectName();
  const users = useRows('users');
  const groups = useRows('user_groups');
  const { changes = [] } = event.detail ?? {};
  const translate = (message: MessageDescriptor) => i18n._(message);
  const nameOf = (id: string) => [...users, ...groups].find((row) => row.id === id)?.name ?? null;
  // Steps of one kind have one name.
  const rows = changes.flatMap((change) =>
    changeRows(change, { locale: i18n.locale, translate, nameOf }).map((row) => ({
      ...row,
      key: `${change.field} ${row.field}`,
    })),
  );
  const facts: [string, string | null | undefined][] = [
    [t`Who`, actorName(event.actor)],
    [t`When`, exact(event.at)],
    [t`IP address`, event.ip],
    [t`Target`, objectName(event) ?? event.target],
    ...detailFacts(event.detail, translate, actorName).map(({ label, value }): [string, string] => [
      i18n._(label),
      value,
    ]),
    [t`Request`, event.request_id],
  ];
  return (
    <SidePanel title={actionText(event.action, translate)} size="md" onClose={onClose}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
      {changes.length > 0 && (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{t`Field`}</th>
              <th scope="col">{t`Before`}</th>
              <th scope="col">{t`After`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, field, from, to }) => (
              <tr key={key}>
                <th scope="row">{field}</th>
                <td>{from}</td>
                <td>{to}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SidePanel>
  );
}
