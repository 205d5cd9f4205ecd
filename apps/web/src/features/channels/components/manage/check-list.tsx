import type { DoctorCheck } from '@parley/contract/types';
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { icon } from '../../../../ui/icon.ts';
import { useCheckNames, useStateLabels } from '../../data/channel-labels.ts';
import styles from './check-list.module.css';

const pictures = {
  ok: IconCircleCheck,
  warning: IconAlertTriangle,
  failed: IconCircleX,
  unproven: IconCircleDashed,
  skipped: IconCircleDashed,
};

/** Checks with their results and fixes; failed ones first. */
export function CheckList({
  checks,
  act,
}: {
  checks: readonly DoctorCheck[];
  act?: (check: DoctorCheck) => { label: string; run: () => void } | null;
}) {
  const order: DoctorCheck['state'][] = ['failed', 'warning', 'unproven', 'ok', 'skipped'];
  const sorted = order.flatMap((state) => checks.filter((check) => check.state === state));
  return (
    <ul className={styles.checks}>
      {sorted.map((check) => (
        <Check key={`${check.name} ${check.detail}`} check={check} act={act?.(check) ?? null} />
      ))}
    </ul>
  );
}

function Check({ check, act }: { check: DoctorCheck; act: { label: string; run: () => void } | null }) {
  const names = useCheckNames();
  const states = useStateLabels();
  const Picture = pictures[check.state];
  return (
    <li className={styles.check} data-check={check.name} data-state={check.state}>
      <Picture {...icon} className={styles[check.state]} />
      <div className={styles.words}>
        <b>{names(check.name)}</b>
        <span className="visually-hidden">{states(check.state).words}</span>
        <span>{check.detail}</span>
        {check.fix && <span className={styles.fix}>{check.fix}</span>}
        {act && (
          <span>
            <Button size="sm" onClick={act.run}>
              {act.label}
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}
