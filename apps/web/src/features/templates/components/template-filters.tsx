import { useLingui } from '@lingui/react/macro';
import type { Template } from '@parley/contract/types';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FilterBar } from '../../../ui/table/table-bars.tsx';
import { useRows } from '../../sync/public.ts';
import { FilterMenu } from '../../team/public.ts';
import { isFiltered, noFilter, type TemplateFilter } from '../data/template-filter.ts';
import { useCategoryLabels } from '../data/use-category-labels.ts';
import { useHeaderLabels, useQualityLabels } from '../data/use-facet-labels.ts';
import { useLanguageName } from '../data/use-language-name.ts';
import { useTemplateStatus } from '../data/use-template-status.ts';

export type TemplateFiltersProps = {
  templates: readonly Template[];
  filter: TemplateFilter;
  change: (part: Partial<TemplateFilter>) => void;
  /** The choice of columns. */
  end: ReactNode;
};

/** Filters with the values that the templates have. */
export function TemplateFilters({ templates, filter, change, end }: TemplateFiltersProps) {
  const { t } = useLingui();
  const status = useTemplateStatus();
  const category = useCategoryLabels();
  const language = useLanguageName();
  const quality = useQualityLabels();
  const header = useHeaderLabels();
  const accounts = useRows('channels').filter(
    ({ kind, waba_id: waba }, at, all) =>
      kind === 'WHATSAPP' && all.findIndex((other) => other.waba_id === waba) === at,
  );
  const values = (key: 'category' | 'language') =>
    [...new Set(templates.map((template) => template[key]))].filter((value) => value !== null).toSorted();
  const statuses = [...new Map(templates.map((template) => [template.status, template])).values()];
  return (
    <FilterBar end={end}>
      {!filter.trash && (
        <FilterMenu
          label={t`Status`}
          choices={statuses.map((template) => ({
            value: template.status,
            label: status({ ...template, next_category: null, paused_until: null }).label,
          }))}
          value={filter.status}
          onChange={(value) => change({ status: value })}
        />
      )}
      <FilterMenu
        label={t`Category`}
        choices={values('category').map((value) => ({ value, label: category(value) }))}
        value={filter.category}
        onChange={(value) => change({ category: value })}
      />
      <FilterMenu
        label={t`Language`}
        choices={values('language').map((value) => ({ value, label: language(value) }))}
        value={filter.language}
        onChange={(value) => change({ language: value })}
      />
      <FilterMenu
        label={t`Quality`}
        choices={Object.entries(quality).map(([value, label]) => ({ value, label }))}
        value={filter.quality}
        onChange={(value) => change({ quality: value })}
      />
      <FilterMenu
        label={t`Header`}
        choices={Object.entries(header).map(([value, label]) => ({ value, label }))}
        value={filter.header}
        onChange={(value) => change({ header: value })}
      />
      <FilterMenu
        label={t`Channel`}
        choices={accounts.map(({ waba_id: value, channel_label: label }) => ({ value, label }))}
        value={filter.waba}
        onChange={(value) => change({ waba: value })}
      />
      {isFiltered(filter) && (
        <Button
          size="sm"
          variant="plain"
          onClick={() => change({ ...noFilter, trash: filter.trash })}
        >{t`Clear filters`}</Button>
      )}
    </FilterBar>
  );
}
