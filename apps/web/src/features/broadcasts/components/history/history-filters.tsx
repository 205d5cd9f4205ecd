import { useLingui } from '@lingui/react/macro';
import type { CampaignState } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { FilterBar } from '../../../../ui/table/table-bars.tsx';
import { useRows } from '../../../sync/public.ts';
import { FilterMenu, SavedFilters } from '../../../team/public.ts';
import { useCampaignLabels } from '../../data/campaign-labels.ts';
import { statusOf } from '../../data/campaign-rules.ts';
import {
  filterWords,
  type HistoryAddress,
  isFiltered,
  noFilters,
  readAddress,
  type Span,
} from '../../data/history/history-address.ts';

const states: readonly CampaignState[] = ['DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED'];
const noneFailed = { queued: 0, sent: 0, delivered: 0, read: 0, failed: 0, unknown: 0, skipped: 0, capped: 0 };

export type HistoryFiltersProps = {
  address: HistoryAddress;
  change: (part: Partial<HistoryAddress>) => void;
  /** The search, where the toolbar has no room for it. */
  search: ReactNode;
  end: ReactNode;
};

export function HistoryFilters({ address, change, search, end }: HistoryFiltersProps) {
  const { t } = useLingui();
  const words = useCampaignLabels();
  const channels = useRows('channels');
  const users = useRows('users');
  const templates = useRows('templates').map(({ id, name, language }) => ({
    value: String(id),
    label: `${String(name)} · ${String(language)}`,
  }));
  // A URL may contain a template that WhatsApp no longer has.
  if (address.templateId !== null && !templates.some(({ value }) => value === address.templateId)) {
    templates.push({ value: address.templateId, label: t`a deleted template` });
  }
  const spans: { value: Span; label: string }[] = [
    { value: 'today', label: t`Today` },
    { value: 'week', label: t`Last 7 days` },
    { value: 'month', label: t`Last 30 days` },
    { value: 'quarter', label: t`Last 90 days` },
  ];
  return (
    <FilterBar
      end={
        <>
          <SavedFilters
            page="broadcasts"
            filter={filterWords(address)}
            onChoose={(words) => change({ ...readAddress(words), archived: address.archived })}
          />
          {end}
        </>
      }
    >
      {search}
      <FilterMenu
        label={t`Status`}
        choices={states.map((value) => ({
          value,
          label: words.status[statusOf({ state: value, counters: noneFailed })],
        }))}
        value={address.state}
        onChange={(state) => change({ state })}
      />
      <FilterMenu
        label={t`Channel`}
        choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
        value={address.channelId}
        onChange={(channelId) => change({ channelId })}
      />
      {templates.length > 0 && (
        <FilterMenu
          label={t`Template`}
          choices={templates}
          value={address.templateId}
          onChange={(templateId) => change({ templateId })}
        />
      )}
      <FilterMenu
        label={t`By`}
        choices={users.map(({ id, name }) => ({ value: id, label: name }))}
        value={address.author}
        onChange={(author) => change({ author })}
      />
      <FilterMenu label={t`Start`} choices={spans} value={address.span} onChange={(span) => change({ span })} />
      {isFiltered(address) && (
        <Button size="sm" variant="plain" onClick={() => change(noFilters)}>{t`Clear filters`}</Button>
      )}
    </FilterBar>
  );
}
