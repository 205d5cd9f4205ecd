import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { buttonClass } from '../../../../ui/button.tsx';
import { type Command, useCommands } from '../../../../ui/commands/commands.ts';
import { smallIcon } from '../../../../ui/icon.ts';
import { Page, PageBar } from '../../../../ui/page.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { SubPanelButton } from '../../../../ui/sub-panel.tsx';
import { useBelow } from '../../../../ui/use-media.ts';
import { useHistoryAddress } from '../../data/history/history-address.ts';
import { BroadcastsSubPanel } from '../broadcasts-sub-panel.tsx';
import { HistoryCalendar } from './history-calendar.tsx';
import { HistoryTable } from './history-table.tsx';

const commands: Command[] = [
  { id: 'broadcasts.new', group: 'create', title: msg`New broadcast`, keys: 'n', icon: IconPlus },
];

/** The broadcasts of the account with their status. */
export function HistoryScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { address, change } = useHistoryAddress();
  const phone = useBelow('md');
  useCommands(commands, { 'broadcasts.new': () => void navigate({ to: '/broadcast', search: {} }) });
  const search = (
    <SearchBox
      gatherMs={200}
      label={t`Name of a broadcast`}
      value={address.search}
      onChange={(text) => change({ search: text })}
    />
  );
  const title = address.archived ? t`Broadcast archive` : t`Broadcast history`;
  return (
    <>
      <BroadcastsSubPanel current={address.archived ? 'archive' : 'history'} />
      <Page label={title}>
        <PageBar title={title} start={<SubPanelButton label={t`Broadcast pages`} />}>
          {!phone && search}
          <Link
            to="/broadcast"
            search={{}}
            className={buttonClass({ variant: 'filled' })}
            aria-keyshortcuts="N"
            aria-label={t`New broadcast`}
          >
            <IconPlus {...smallIcon} />
            {!phone && t`New broadcast`}
          </Link>
        </PageBar>
        {address.view !== 'table' && !address.archived ? (
          <HistoryCalendar address={address} change={change} search={phone ? search : null} />
        ) : (
          <HistoryTable
            // A selection does not carry over to other filters.
            key={JSON.stringify(address)}
            address={address}
            change={change}
            search={phone ? search : null}
          />
        )}
      </Page>
    </>
  );
}
