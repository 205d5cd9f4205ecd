import { useLingui } from '@lingui/react/macro';
import { IconArchive, IconHistory, IconSpeakerphone } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { icon } from '../../../ui/icon.ts';
import { closeSubPanel, SubPanel, subPanelEntryClass } from '../../../ui/sub-panel.tsx';

/** The pages of broadcasts. @param current the page shown */
export function BroadcastsSubPanel({ current }: { current: 'create' | 'history' | 'archive' }) {
  const { t } = useLingui();
  const entry = {
    className: subPanelEntryClass,
    onClick: closeSubPanel,
    // By default a link is active for every path that starts with its own.
    activeOptions: { exact: true, includeSearch: true },
  };
  const mark = (name: typeof current) => (name === current ? 'page' : undefined);
  return (
    <SubPanel label={t`Broadcast`} title={t`Broadcast`}>
      <nav aria-label={t`Broadcast`}>
        <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
          <li>
            <Link {...entry} to="/broadcast" search={{}} aria-current={mark('create')}>
              <IconSpeakerphone {...icon} />
              {t`New broadcast`}
            </Link>
          </li>
          <li>
            <Link {...entry} to="/broadcast/history" search={{}} aria-current={mark('history')}>
              <IconHistory {...icon} />
              {t`Broadcast history`}
            </Link>
          </li>
          <li>
            <Link {...entry} to="/broadcast/history" search={{ archived: '1' }} aria-current={mark('archive')}>
              <IconArchive {...icon} />
              {t({ message: 'Archive', context: 'place' })}
            </Link>
          </li>
        </ul>
      </nav>
    </SubPanel>
  );
}
