import { useLingui } from '@lingui/react/macro';
import type { SavedReport } from '@parley/contract/types';
import {
  IconAd2,
  IconBookmark,
  IconChartBar,
  IconClock,
  IconCoins,
  IconFlame,
  IconInbox,
  IconMail,
  IconReportAnalytics,
  IconSpeakerphone,
  IconStack2,
  IconStar,
  IconTargetArrow,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { closeSubPanel, SubPanel, SubPanelHeading, subPanelEntryClass } from '../../../ui/sub-panel.tsx';
import styles from './reports.module.css';

export type ReportsSubPanelProps = {
  saved: readonly SavedReport[];
  /** The id of the one that is shown. */
  chosen: string | null;
};

/** The parts of the report, the saved ones, and the way back to the inbox. */
export function ReportsSubPanel({ saved, chosen }: ReportsSubPanelProps) {
  const { t } = useLingui();
  const parts = [
    { hash: 'messages', label: t`Messages`, Icon: IconChartBar },
    { hash: 'backlog', label: t`Backlog`, Icon: IconStack2 },
    { hash: 'times', label: t`Response times`, Icon: IconClock },
    { hash: 'busy', label: t`Busiest hours`, Icon: IconFlame },
    { hash: 'team', label: t`Team`, Icon: IconUsers },
    { hash: 'targets', label: t`Reply targets`, Icon: IconTargetArrow },
    { hash: 'ratings', label: t`Satisfaction`, Icon: IconStar },
    { hash: 'ads', label: t`Ads`, Icon: IconAd2 },
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
        {saved.length > 0 && (
          <>
            <SubPanelHeading>{t`Saved reports`}</SubPanelHeading>
            <ul className={styles.parts}>
              {chosen !== null && (
                <li>
                  <Link
                    to="/reports"
                    className={subPanelEntryClass}
                    activeOptions={{ exact: true, includeSearch: true }}
                    onClick={closeSubPanel}
                  >
                    <IconReportAnalytics {...icon} />
                    {t`Overview`}
                  </Link>
                </li>
              )}
              {saved.map((one) => (
                <SavedEntry key={one.id} saved={one} isChosen={one.id === chosen} />
              ))}
            </ul>
          </>
        )}
        <SubPanelHeading>{t`Conversations`}</SubPanelHeading>
        <Link to="/inbox" className={subPanelEntryClass} onClick={closeSubPanel}>
          <IconInbox {...icon} />
          {t`Inbox`}
        </Link>
      </nav>
    </SubPanel>
  );
}

function SavedEntry({ saved, isChosen }: { saved: SavedReport; isChosen: boolean }) {
  const { t } = useLingui();
  const Icon = saved.shared ? IconUsers : IconBookmark;
  return (
    <li>
      <Link
        to="/reports"
        search={{ saved: saved.id }}
        className={subPanelEntryClass}
        aria-current={isChosen ? 'page' : undefined}
        onClick={closeSubPanel}
      >
        <Icon {...icon} />
        <span className={styles.savedName}>{saved.name}</span>
        {saved.email !== null && (
          <span data-count role="img" aria-label={t`Emailed to you every week`} data-tip={t`Emailed to you every week`}>
            <IconMail {...smallIcon} />
          </span>
        )}
      </Link>
    </li>
  );
}
