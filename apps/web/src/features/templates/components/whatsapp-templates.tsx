import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { memo, useCallback, useDeferredValue } from 'react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Page, PageBar } from '../../../ui/page.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import type { TableState } from '../../../ui/table/data-table.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { useRefusal } from '../../team/public.ts';
import { filterTemplates, isFiltered, noFilter, type TemplateFilter } from '../data/template-filter.ts';
import { useTemplateList, useTemplateUsage } from '../data/template-lists.ts';
import { useTemplateFilter } from '../data/use-template-filter.ts';
import { TemplateFilters } from './template-filters.tsx';
import { TemplatePanel } from './template-panel.tsx';
import { TemplateTable, type TemplateTableProps } from './template-table.tsx';
import { TemplatesSubPanel } from './templates-sub-panel.tsx';

const commands: Command[] = [
  { id: 'templates.new', group: 'create', title: msg`New template`, keys: 'n', icon: IconPlus },
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
  const clear = useCallback(() => change({ ...noFilter, trash }), [change, trash]);
  const opened = templates.find(({ id }) => id === openId);
  useCommands(commands, edits ? { 'templates.new': () => void navigate({ to: '/templates/add', search: {} }) } : {});
  const title = trash ? t`Trash` : t`WhatsApp templates`;
  const search = (
    <SearchBox label={t`Search templates`} value={filter.search} onChange={(text) => change({ search: text })} />
  );
  return (
    <>
      <TemplatesSubPanel current={trash ? 'trash' : 'whatsapp'} />
      <Page label={title}>
        <PageBar title={title} start={<SubPanelButton label={t`Pages of templates`} />}>
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
        <TemplateFilters templates={templates} filter={listed} change={change} search={phone ? search : null} />
        <FilteredTemplates
          label={title}
          templates={templates}
          filter={listed}
          usage={usage}
          state={state}
          openId={openId}
          onOpen={open}
          onClear={clear}
        />
      </Page>
      {opened !== undefined && (
        <TemplatePanel key={opened.id} template={opened} usage={usage(opened.id)} onClose={() => open(null)} />
      )}
    </>
  );
}

type FilteredTemplatesProps = Pick<TemplateTableProps, 'label' | 'templates' | 'usage'> & {
  filter: TemplateFilter;
  state: TableState;
  openId: string | null;
  onOpen: (id: string) => void;
  onClear: () => void;
};

const FilteredTemplates = memo((props: FilteredTemplatesProps) => {
  const { templates, filter, onOpen } = props;
  const edits = useRefusal('templates.edit') === null;
  return (
    <TemplateTable
      label={props.label}
      name="templates"
      templates={filterTemplates(templates, filter)}
      usage={props.usage}
      state={props.state}
      openId={props.openId}
      onOpen={({ id }) => onOpen(id)}
      empty={<Empty filtered={isFiltered(filter)} trash={filter.trash} edits={edits} onClear={props.onClear} />}
    />
  );
});

type EmptyProps = { filtered: boolean; trash: boolean; edits: boolean; onClear: () => void };

function Empty({ filtered, trash, edits, onClear }: EmptyProps) {
  const { t } = useLingui();
  if (filtered) {
    return (
      <EmptyState
        title={t`No template matches`}
        actions={<Button variant="filled" onClick={onClear}>{t`Clear filters`}</Button>}
      >
        <p>{t`No template has this name, text, status, category and language.`}</p>
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
