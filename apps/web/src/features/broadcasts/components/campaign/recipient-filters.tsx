import { useLingui } from '@lingui/react/macro';
import type { Campaign, CampaignLink } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { FilterBar } from '../../../../ui/table/table-bars.tsx';
import { FilterMenu } from '../../../team/public.ts';
import { allRecipients, type CampaignAddress } from '../../data/campaign/campaign-address.ts';
import { useLinks } from '../../data/campaign/link-queries.ts';
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
  const { figure, reason, link, button, variant, converted, search } = address;
  const { data: links = [] } = useLinks(campaign.id);
  const tapped = link ?? button;
  const figures = figuresOf(campaign);
  const reasons =
    figure === 'left_out'
      ? exclusionReasons.map((value) => ({ value: value as string, label: words.leftOut(value) }))
      : failures
          .filter(({ state }) => figure === 'audience' || figure === 'sent' || figureOfFailure[state] === figure)
          .map(({ reason: value, message }) => ({ value, label: message }));
  // The active filter is shown even when it has no recipients left.
  if (reason !== null && !reasons.some(({ value }) => value === reason)) reasons.push({ value: reason, label: reason });
  const isFiltered =
    figure !== 'audience' || reason !== null || (tapped ?? variant) !== null || converted || search !== '';
  // Without a search, a reason or unfinished recipients, the figure is the total.
  const isWhole = reason === null && tapped === null && variant === null && !converted && search === '';
  const matching = isWhole ? { matching: figures[figure] } : {};
  return (
    <FilterBar end={end} {...matching}>
      <FilterMenu<FigureId>
        label={t`Status`}
        choices={figureIds
          .filter((id) => id !== 'audience')
          .map((value) => ({ value, label: `${words.figure[value]} · ${i18n.number(figures[value])}` }))}
        value={figure === 'audience' ? null : figure}
        onChange={(chosen) => change({ figure: chosen ?? 'audience', reason: null, converted: false })}
      />
      {reasons.length > 0 && (
        <FilterMenu
          label={t`Reason`}
          choices={uniqueBy(reasons)}
          value={reason}
          onChange={(chosen) => change({ reason: chosen })}
        />
      )}
      {campaign.ab_test !== null && (
        <FilterMenu
          label={t`Variant`}
          choices={[
            { value: 'A' as const, label: t`Variant A` },
            { value: 'B' as const, label: t`Variant B` },
          ]}
          value={variant}
          onChange={(chosen) => change({ variant: chosen })}
        />
      )}
      {(links.length > 0 || tapped !== null) && (
        <FilterMenu
          label={t`Tapped`}
          choices={linkChoices(links, { link, button })}
          value={link !== null ? `link ${link}` : button !== null ? `button ${button}` : null}
          onChange={(chosen) => {
            const [kind, ...rest] = (chosen ?? '').split(' ');
            const name = rest.join(' ');
            change({ link: kind === 'link' ? name : null, button: kind === 'button' ? name : null });
          }}
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

/** Links and quick replies; the active one also when nobody has tapped it. */
function linkChoices(links: readonly CampaignLink[], { link, button }: { link: string | null; button: string | null }) {
  const choices = links.map(({ kind, variable, label }) => ({
    value: kind === 'link' ? `link ${variable}` : `button ${label}`,
    label,
  }));
  if (link !== null) choices.push({ value: `link ${link}`, label: link });
  if (button !== null) choices.push({ value: `button ${button}`, label: button });
  return [...new Map(choices.reverse().map((choice) => [choice.value, choice])).values()].reverse();
}

/** The same code may belong to failed and to unknown recipients. */
function uniqueBy<T extends { value: string }>(choices: readonly T[]): T[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()];
}
