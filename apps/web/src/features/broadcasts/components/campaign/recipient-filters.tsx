import { useLingui } from '@lingui/react/macro';
import type { Campaign } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { FilterBar } from '../../../../ui/table/table-bars.tsx';
import { FilterMenu } from '../../../team/public.ts';
import { allRecipients, type CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { useFailures } from '../../data/campaign/recipient-queries.ts';
import { exclusionReasons, useCampaignLabels } from '../../data/campaign-labels.ts';
import { type FigureId, figureIds, figureOfFailure, figuresOf } from '../../data/campaign-rules.ts';

export type RecipientFiltersProps = {
  campaign: Campaign;
  address: CampaignAddress;
  change: (part: Partial<CampaignAddress>) => void;
  end: ReactNode;
};

/** Filters of the recipients: figure, reason, name or number. */
export function RecipientFilters({ campaign, address, change, end }: RecipientFiltersProps) {
  const { t, i18n } = useLingui();
  const words = useCampaignLabels();
  const { data: failures = [] } = useFailures(campaign.id);
  const { figure, reason, search } = address;
  const figures = figuresOf(campaign);
  const reasons =
    figure === 'left_out'
      ? exclusionReasons.map((value) => ({ value: value as string, label: words.leftOut(value) }))
      : failures
          .filter(({ state }) => figure === 'audience' || figure === 'sent' || figureOfFailure[state] === figure)
          .map(({ reason: value, message }) => ({ value, label: message }));
  // The active filter is shown even when it has no recipients left.
  if (reason !== null && !reasons.some(({ value }) => value === reason)) reasons.push({ value: reason, label: reason });
  const isFiltered = figure !== 'audience' || reason !== null || search !== '';
  // Without a search, a reason or unfinished recipients, the figure is the total.
  const matching = reason === null && search === '' ? { matching: figures[figure] } : {};
  return (
    <FilterBar end={end} {...matching}>
      <FilterMenu<FigureId>
        label={t`Status`}
        choices={figureIds
          .filter((id) => id !== 'audience')
          .map((value) => ({ value, label: `${words.figure[value]} · ${i18n.number(figures[value])}` }))}
        value={figure === 'audience' ? null : figure}
        onChange={(chosen) => change({ figure: chosen ?? 'audience', reason: null })}
      />
      {reasons.length > 0 && (
        <FilterMenu
          label={t`Reason`}
          choices={uniqueBy(reasons)}
          value={reason}
          onChange={(chosen) => change({ reason: chosen })}
        />
      )}
      <SearchBox
        gatherMs={200}
        label={t`Name or number`}
        value={search}
        onChange={(text) => change({ search: text })}
      />
      {isFiltered && <Button size="sm" variant="plain" onClick={() => change(allRecipients)}>{t`Show all`}</Button>}
    </FilterBar>
  );
}

/** The same code may belong to failed and to unknown recipients. */
function uniqueBy<T extends { value: string }>(choices: readonly T[]): T[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}
