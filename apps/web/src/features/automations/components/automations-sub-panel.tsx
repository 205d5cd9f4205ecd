import { useLingui } from '@lingui/react/macro';
import type { Automation } from '@parley/contract/types';
import { IconCircleOff, IconList, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { icon } from '../../../ui/icon.ts';
import { closeSubPanel, SubPanel, subPanelEntryClass } from '../../../ui/sub-panel.tsx';
import styles from './automations.module.css';

export const automationViews = ['all', 'on', 'paused', 'off'] as const;
export type AutomationView = (typeof automationViews)[number];

export function AutomationsSubPanel({
  current,
  rows,
}: {
  current: AutomationView;
  /** Undefined while they are not known. */
  rows: readonly Automation[] | undefined;
}) {
  const { t } = useLingui();
  const count = (...states: Automation['state'][]) => rows?.filter(({ state }) => states.includes(state)).length;
  const entries = [
    { view: 'all' as const, icon: IconList, label: t`All automations`, n: rows?.length },
    { view: 'on' as const, icon: IconPlayerPlay, label: t`On`, n: count('ON') },
    { view: 'paused' as const, icon: IconPlayerPause, label: t`Paused`, n: count('PAUSED') },
    { view: 'off' as const, icon: IconCircleOff, label: t`Off`, n: count('OFF', 'DRAFT') },
  ];
  return (
    <SubPanel label={t`Automations`} title={t`Automations`}>
      <nav aria-label={t`Automations`}>
        <ul className={styles.plain}>
          {entries.map(({ view, icon: Icon, label, n }) => (
            <li key={view}>
              <Link
                to="/automations"
                search={view === 'all' ? {} : { view }}
                activeOptions={{ exact: true, includeSearch: true }}
                className={subPanelEntryClass}
                aria-current={view === current ? 'page' : undefined}
                onClick={closeSubPanel}
              >
                <Icon {...icon} />
                {label}
                {n !== undefined && <span data-count>{n}</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </SubPanel>
  );
}
