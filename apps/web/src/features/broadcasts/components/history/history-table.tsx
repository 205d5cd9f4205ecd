import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import { IconArchive, IconArchiveOff, IconArrowsLeftRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { Button } from '../../../../ui/button.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { BulkBar, ColumnChoice } from '../../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../../ui/table/use-table-layout.ts';
import { useBelow } from '../../../../ui/use-media.ts';
import { availableActions } from '../../data/campaign-rules.ts';
import { useCampaignList } from '../../data/history/campaign-list.ts';
import { type HistoryAddress, isFiltered, noFilters } from '../../data/history/history-address.ts';
import { useCampaignActions } from '../../data/use-campaign-actions.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { NoBroadcasts, NothingArchived, NothingMatches } from './empty-history.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { RowDialog } from './row-dialog.tsx';
import { useHistoryColumns } from './use-history-columns.tsx';
import { type CampaignDialog, useRowActions } from './use-row-actions.tsx';
import { ViewChoice } from './view-choice.tsx';

export type HistoryTableProps = {
  address: HistoryAddress;
  change: (part: Partial<HistoryAddress>) => void;
  search: ReactNode;
};

/** Broadcasts, searched and filtered by the server, with live counters. */
export function HistoryTable({ address, change, search }: HistoryTableProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const phone = useBelow('md');
  const actions = useCampaignActions();
  const [question, setQuestion] = useState<CampaignDialog | null>(null);
  const { rows, state, more } = useCampaignList(address);
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const selection = useSelection(ids, ids.length);
  const actionsOf = useRowActions({ actions, ask: setQuestion });
  const columns = useHistoryColumns(actionsOf);
  const table = useTableLayout('broadcasts', columns, accountStorage());
  const chosen = rows.filter(({ id }) => selection.has(id));
  // The dialog uses the current row.
  const asked = question && (rows.find(({ id }) => id === question.campaign.id) ?? question.campaign);
  return (
    <>
      <HistoryFilters
        address={address}
        change={change}
        search={search}
        // On a phone a row is a card, which has no columns.
        end={
          <>
            {!address.archived && <ViewChoice address={address} change={change} />}
            {!phone && <ColumnChoice table={table} />}
          </>
        }
      />
      <DataTable
        label={t`Broadcasts`}
        table={table}
        rows={rows}
        idOf={idOf}
        nameOf={({ name }) => name}
        total={rows.length}
        state={state}
        empty={
          isFiltered(address) ? (
            <NothingMatches onClear={() => change(noFilters)} />
          ) : address.archived ? (
            <NothingArchived />
          ) : (
            <NoBroadcasts />
          )
        }
        selection={selection}
        onOpen={({ id }) => void navigate({ to: '/broadcast/history/$campaign_id', params: { campaign_id: id } })}
        onNearEnd={more}
      />
      <HistoryBulk chosen={chosen} actions={actions} selection={selection} />
      {asked && question && <RowDialog kind={question.kind} campaign={asked} onClose={() => setQuestion(null)} />}
    </>
  );
}

type HistoryBulkProps = {
  chosen: Campaign[];
  actions: ReturnType<typeof useCampaignActions>;
  selection: ReturnType<typeof useSelection>;
};

/** Actions of the selection. */
function HistoryBulk({ chosen, actions, selection }: HistoryBulkProps) {
  const { t } = useLingui();
  const [pair, setPair] = useState<readonly [Campaign, Campaign] | null>(null);
  const fitting = (action: 'archive' | 'unarchive') =>
    chosen.filter((campaign) => availableActions(campaign).has(action));
  const [one, other] = chosen;
  const toArchive = fitting('archive');
  const toBring = fitting('unarchive');
  const move = async (campaigns: Campaign[], archived: boolean) => {
    await actions.archive(campaigns, archived);
    selection.clear();
  };
  return (
    <>
      <BulkBar selection={selection}>
        {one && other && chosen.length === 2 && (
          <Button size="sm" onClick={() => setPair([one, other])}>
            <IconArrowsLeftRight {...smallIcon} />
            {t`Compare`}
          </Button>
        )}
        {toBring.length > 0 && (
          <Button size="sm" onClick={() => void move(toBring, false)}>
            <IconArchiveOff {...smallIcon} />
            {t`Unarchive`}
          </Button>
        )}
        {toArchive.length > 0 && (
          <Button size="sm" onClick={() => void move(toArchive, true)}>
            <IconArchive {...smallIcon} />
            {toArchive.length === chosen.length ? t`Archive` : t`Archive ${toArchive.length} ended`}
          </Button>
        )}
        {chosen.length > 0 && toArchive.length + toBring.length === 0 && chosen.length !== 2 && (
          <span>{t`Select two to compare; ended broadcasts can be archived.`}</span>
        )}
      </BulkBar>
      {pair && <CompareDialog pair={pair} onClose={() => setPair(null)} />}
    </>
  );
}

function idOf({ id }: Campaign): string {
  return id;
}
