import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, useDeferredValue } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar } from '../../../ui/page.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import type { TableState } from '../../../ui/table/data-table.tsx';
import { ColumnChoice } from '../../../ui/table/table-bars.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { useRefusal } from '../../team/public.ts';
import { filterTemplates, isFiltered, noFilter, type TemplateFilter } from '../data/template-filter.ts';
import { useTemplateList, useTemplateUsage } from '../data/template-lists.ts';
import { useTemplateFilter } from '../data/use-template-filter.ts';
import styles from './pages.module.css';
import { TemplateFilters } from './template-filters.tsx';
import { TemplatePanel } from './template-panel.tsx';
import { TemplateTable, type TemplateTableProps, useTemplateTable } from './template-table.tsx';
import { TemplatesSubPanel } from './templates-sub-panel.tsx';

const commands: Command[] = [
  { id: 'templates.new', group: 'create', title: msg`New template`, keys: 'n', icon: IconPlus },
  { id: 'templates.duplicate', group: 'page', title: msg`Duplicate the template`, keys: 'd' },
];

/** The list of WhatsApp templates, or the trash; a template opens beside it. */
export function WhatsAppTemplates() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const phone = useBelow('md');
  const { filter, openId, change, open } = useTemplateFilter();
  const { trash } = filter;
  const { templates, state } = useTemplateList(trash);
  const usage = useTemplateUsage();
  const edits = useRefusal('templates.edit') === null;
  // A key appears at once, and the rows follow: hundreds of templates take longer than a frame.
  const listed = useDeferredValue(filter);
  const opened = templates.find(({ id }) => id === openId);
  const canDuplicate = opened !== undefined && opened.components !== null && !trash;
  useCommands(
    commands,
    edits
      ? {
          'templates.new': () => void navigate({ to: '/templates/add', search: {} }),
          ...(canDuplicate && {
            'templates.duplicate': () => void navigate({ to: '/templates/add', search: { from: opened.id } }),
          }),
        }
      : {},
  );
  const title = trash ? t`Trash` : t`WhatsApp templates`;
  const search = (
    <SearchBox label={t`Search templates`} value={filter.search} onChange={(text) => change({ search: text })} />
  );
  return (
    <>
      <TemplatesSubPanel current={trash ? 'trash' : 'whatsapp'} />
      <Page label={title}>
        <PageBar title={title} start={<SubPanelButton label={t`Template pages`} />}>
          {!phone && search}
          {edits && (
            <Link
              to="/templates/add"
              search={{}}
              className={buttonClass({ variant: 'filled' })}
              aria-keyshortcuts="N"
              aria-label={t`New template`}
            >
              <IconPlus {...smallIcon} />
              {!phone && t`New template`}
            </Link>
          )}
        </PageBar>
        {phone && <div className={styles.phoneSearch}>{search}</div>}
        <FilteredTemplates
          label={title}
          templates={templates}
          filter={listed}
          usage={usage}
          state={state}
          openId={openId}
          onOpen={open}
          change={change}
        />
      </Page>
      {opened !== undefined && (
        <TemplatePanel key={opened.id} template={opened} usage={usage(opened.id)} onClose={() => open(null)} />
      )}
    </>
  );
}

type FilteredTemplatesProps = Pick<TemplateTableProps, 'label' | 'templates'> & {
  filter: TemplateFilter;
  usage: ReturnType<typeof useTemplateUsage>;
  state: TableState;
  openId: string | null;
  onOpen: (id: string) => void;
  change: (part: Partial<TemplateFilter>) => void;
};

/** Filters and rows; what they are given stays the same while a key is shown. */
const FilteredTemplates = memo((props: FilteredTemplatesProps) => {
  const { templates, filter, onOpen, change } = props;
  const phone = useBelow('md');
  const table = useTemplateTable('templates', props.usage);
  const edits = useRefusal('templates.edit') === null;
  const clear = () => change({ ...noFilter, trash: filter.trash });
  return (
    <>
      <TemplateFilters
        templates={templates}
        filter={filter}
        change={change}
        end={phone ? null : <ColumnChoice table={table} />}
      />
      <TemplateTable
        label={props.label}
        table={table}
        templates={filterTemplates(templates, filter)}
        state={props.state}
        openId={props.openId}
        onOpen={({ id }) => onOpen(id)}
        empty={<Empty filtered={isFiltered(filter)} trash={filter.trash} edits={edits} onClear={clear} />}
      />
    </>
  );
});

type EmptyProps = { filtered: boolean; trash: boolean; edits: boolean; onClear: () => void };

function Empty({ filtered, trash, edits, onClear }: EmptyProps) {
  const { t } = useLingui();
  if (filtered) {
    return (
      <EmptyState
        title={t`No matching templates`}
        actions={<Button variant="filled" onClick={onClear}>{t`Clear filters`}</Button>}
      >
        <p>{t`No templates match these filters.`}</p>
      </EmptyState>
    );
  }
  if (trash) {
    return (
      <EmptyState title={t`The trash is empty`}>
        <p>{t`Deleted templates appear here and can be restored as drafts.`}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`No WhatsApp templates yet`}
      actions={
        edits && (
          <>
            <Link to="/templates/wa-sync" className={buttonClass({ variant: 'filled' })}>{t`Sync templates`}</Link>
            <Link to="/templates/add" search={{}} className={buttonClass()}>{t`New template`}</Link>
          </>
        )
      }
    >
      <p>{t`Templates approved by WhatsApp can be sent at any time. Sync existing ones or create one.`}</p>
    </EmptyState>
  );
}
