import { useLingui } from '@lingui/react/macro';
import type { ThreadSort } from '@parley/contract/threads';
import { IconBookmarkPlus, IconPencil, IconX } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { ChipButton } from '../../../../ui/chip.tsx';
import { smallIcon } from '../../../../ui/icon.ts';
import { useStages } from '../../../stages/public.ts';
import { useAccountTimeZone, useRows } from '../../../sync/public.ts';
import styles from '../list-pane.module.css';
import { AdFilter } from './ad-filter.tsx';
import { DateFilter } from './date-filter.tsx';
import { FieldFilter } from './field-filter.tsx';
import { FilterChoice } from './filter-choice.tsx';
import {
  type FilterFlag,
  filterConditions,
  filterFlags,
  isFiltered,
  type ListFilter,
  noFilter,
} from './list-filter.ts';
import { useFindSaved } from './use-views.ts';
import { conditionsOfView, type InboxView } from './views.ts';

export type ListFiltersProps = {
  view: InboxView;
  filter: ListFilter;
  sort: ThreadSort;
  onChange: (filter: ListFilter) => void;
};

const SavedViewDialog = lazyComponent(() => import('./saved-view-dialog.tsx').then((module) => module.SavedViewDialog));

/** Filters of the list as chips; a chip in force is pressed, and says what it keeps. */
export function ListFilters({ view, filter, sort, onChange }: ListFiltersProps) {
  const { t } = useLingui();
  const saved = useFindSaved();
  const zone = useAccountTimeZone();
  const { assignee, channel_id: channel, label, stage: viewStage } = conditionsOfView(view, saved);
  const current = saved(view);
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const changed = isFiltered(filter) || sort !== (current?.sort ?? 'newest');
  const labels = useRows('labels');
  const stages = useStages();
  const users = useRows('users').filter(({ state }) => state === 'active');
  const channels = useRows('channels');
  const lists = useRows('contact_lists');
  const fields = useRows('clients')[0]?.custom_fields ?? [];
  const flags: Record<FilterFlag, string> = {
    unread: t`Unread`,
    waiting: t`Unanswered`,
    overdue: t`Overdue`,
    failed: t`Failed`,
    media: t`Files`,
  };
  const set = (key: 'assignee' | 'channel' | 'list' | 'label' | 'stage', value: string | undefined) => {
    const { [key]: _before, ...rest } = filter;
    onChange(value === undefined ? rest : { ...rest, [key]: value });
  };
  return (
    <fieldset className={styles.filters} aria-label={t`Filters`}>
      {filterFlags.map((flag) => {
        const on = filter.is.includes(flag);
        const is = on ? filter.is.filter((other) => other !== flag) : [...filter.is, flag];
        return (
          <ChipButton
            key={flag}
            look={on ? 'on' : 'plain'}
            aria-pressed={on}
            onClick={() => onChange({ ...filter, is })}
          >
            {flags[flag]}
          </ChipButton>
        );
      })}
      {assignee === undefined && (
        <FilterChoice
          name={t`Assignee`}
          chosen={filter.assignee}
          choices={[
            { value: 'me', label: t`Me` },
            { value: 'none', label: t`Unassigned` },
            ...users.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={(value) => set('assignee', value)}
        />
      )}
      {channel === undefined && channels.length > 1 && (
        <FilterChoice
          name={t`Channel`}
          chosen={filter.channel}
          choices={channels.map(({ id, channel_label: label }) => ({ value: id, label }))}
          onChoose={(value) => set('channel', value)}
        />
      )}
      {label === undefined && labels.length > 0 && (
        <FilterChoice
          name={t`Label`}
          chosen={filter.label}
          choices={labels.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(value) => set('label', value)}
        />
      )}
      {viewStage === undefined && stages.length > 0 && (
        <FilterChoice
          name={t`Stage`}
          chosen={filter.stage}
          choices={[
            ...stages.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'none', label: t`No stage` },
          ]}
          onChoose={(value) => set('stage', value)}
        />
      )}
      {lists.length > 0 && (
        <FilterChoice
          name={t`List`}
          chosen={filter.list}
          choices={lists.map(({ id, name }) => ({ value: id, label: name }))}
          onChoose={(value) => set('list', value)}
        />
      )}
      <AdFilter filter={filter} onChange={onChange} />
      <DateFilter filter={filter} onChange={onChange} />
      {fields.length > 0 && <FieldFilter fields={fields} filter={filter} onChange={onChange} />}
      {isFiltered(filter) && (
        <ChipButton onClick={() => onChange(noFilter)}>
          <IconX {...smallIcon} />
          {t`Clear`}
        </ChipButton>
      )}
      {changed && (
        <ChipButton onClick={() => setDialog('new')}>
          <IconBookmarkPlus {...smallIcon} />
          {t`Save view`}
        </ChipButton>
      )}
      {current !== undefined && (
        <ChipButton onClick={() => setDialog('edit')}>
          <IconPencil {...smallIcon} />
          {t`Edit view`}
        </ChipButton>
      )}
      <Suspense>
        {dialog !== null && (
          <SavedViewDialog
            view={dialog === 'edit' ? current : undefined}
            conditions={filterConditions(conditionsOfView(view, saved), filter, zone)}
            sort={sort}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </fieldset>
  );
}
