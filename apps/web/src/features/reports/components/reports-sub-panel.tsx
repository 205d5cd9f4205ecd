import { useLingui } from '@lingui/react/macro';
import {
  IconChartBar,
  IconClock,
  IconCoins,
  IconFlame,
  IconInbox,
  IconSpeakerphone,
  IconStack2,
  IconStar,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { icon } from '../../../ui/icon.ts';
import { closeSubPanel, SubPanel, SubPanelHeading, subPanelEntryClass } from '../../../ui/sub-panel.tsx';
import styles from './reports.module.css';

/** The parts of the report, and the way back to the inbox. */
export function ReportsSubPanel() {
  const { t } = useLingui();
  const parts = [
    { hash: 'messages', label: t`Messages`, Icon: IconChartBar },
    { hash: 'backlog', label: t`Backlog`, Icon: IconStack2 },
    { hash: 'times', label: t`Response times`, Icon: IconClock },
    { hash: 'busy', label: t`Busiest hours`, Icon: IconFlame },
    { hash: 'team', label: t`Team`, Icon: IconUsers },
    { hash: 'targets', label: t`Reply targets`, Icon: IconTargetArrow },
    { hash: 'ratings', label: t`Satisfaction`, Icon: IconStar },
    { hash: 'spend', label: t`Spend`, Icon: IconCoins },
    { hash: 'broadcasts', label: t`Broadcasts`, Icon: IconSpeakerphone },
  ];
  return (
    <SubPanel label={t`Reports`} title={t`Reports`}>
      <nav aria-label={t`Reports`}>
        <ul className={styles.parts}>
          {parts.map(({ hash, label, Icon }) => (
            <li key={hash}>
              <Link
                to="."
                search={true}
                hash={hash}
                className={subPanelEntryClass}
                activeOptions={{ includeHash: true }}
                activeProps={{ 'aria-current': 'location' }}
                onClick={closeSubPanel}
              >
                <Icon {...icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
        <SubPanelHeading>{t`Conversations`}</SubPanelHeading>
        <Link to="/inbox" className={subPanelEntryClass} onClick={closeSubPanel}>
          <IconInbox {...icon} />
          {t`Inbox`}
        </Link>
      </nav>
    </SubPanel>
  );
}
