import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { FilterBar } from '../../../../ui/table/table-bars.tsx';
import { useRows } from '../../../sync/public.ts';
import { FilterMenu, SavedFilters } from '../../../team/public.ts';
import { choiceOf, emptyChoice, filterWords, type HistoryChoice, statusChoices } from '../../data/history-filter.ts';
import { useOriginLabels } from './use-history-columns.tsx';

type HistoryFiltersProps = { choice: HistoryChoice; onChange: (choice: HistoryChoice) => void; end: ReactNode };

/** Date, status, channel, author, template and origin. */
export function HistoryFilters({ choice, onChange, end }: HistoryFiltersProps) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const users = useRows('users');
  const templates = useRows('templates');
  const origin = useOriginLabels();
  const set = (part: Partial<HistoryChoice>) => onChange({ ...choice, ...part });
  const statusText: Record<(typeof statusChoices)[number], string> = {
    failed: t`Not sent`,
    queued: t`Queued`,
    sent: t`Sent`,
    delivered: t`Delivered`,
    read: t`Read`,
    held: t`On hold`,
    discarded: t`Discarded`,
    scheduled: t`Scheduled`,
    unknown: t`Not known`,
  };
  return (
    <FilterBar
      end={
        <>
          <SavedFilters
            page="sent_messages"
            filter={filterWords(choice)}
            onChoose={(words) => onChange(choiceOf(words))}
          />
          {end}
        </>
      }
    >
      <FilterMenu
        label={t`Date`}
        value={choice.days}
        onChange={(days) => set({ days })}
        choices={[
          { value: '1', label: t`Last 24 hours` },
          { value: '7', label: t`Last 7 days` },
          { value: '30', label: t`Last 30 days` },
        ]}
      />
      <FilterMenu
        label={t`Status`}
        value={choice.status}
        onChange={(status) => set({ status })}
        choices={statusChoices.map((value) => ({ value, label: statusText[value] }))}
      />
      <FilterMenu
        label={t`Channel`}
        value={choice.channel}
        onChange={(channel) => set({ channel })}
        choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
      />
      <FilterMenu
        label={t`By`}
        value={choice.by}
        onChange={(by) => set({ by })}
        choices={users.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <FilterMenu
        label={t`Template`}
        value={choice.template}
        onChange={(template) => set({ template })}
        choices={templates.map(({ id, name, language }) => ({ value: String(id), label: `${name} · ${language}` }))}
      />
      <FilterMenu
        label={t`Origin`}
        value={choice.origin}
        onChange={(one) => set({ origin: one })}
        choices={(['WEB_APP', 'API'] as const).map((value) => ({ value, label: origin(value) }))}
      />
      {Object.values(choice).some((value) => value !== null) && (
        <Button size="sm" variant="plain" onClick={() => onChange(emptyChoice)}>{t`Clear filters`}</Button>
      )}
    </FilterBar>
  );
}
