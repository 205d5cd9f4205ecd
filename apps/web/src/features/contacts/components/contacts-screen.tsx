import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ContactList, Segment } from '@parley/contract/types';
import { IconDots, IconDownload, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/layer/menu.tsx';
import { Page, PageBar } from '../../../ui/page.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useBelow } from '../../../ui/use-media.ts';
import { useWithSandbox } from '../../sandbox/public.ts';
import { useRows } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import { noSegments, useSegmentsQuery, useViewCounts } from '../data/contacts-data.ts';
import type { ContactsView } from '../data/table-query.ts';
import { useContactActions } from '../data/use-contact-actions.ts';
import { useContactsAddress } from '../data/use-contacts-address.ts';
import { ContactSidePanel } from './contact-side-panel.tsx';
import styles from './contacts-screen.module.css';
import { ContactsSubPanel } from './contacts-sub-panel.tsx';
import { ContactsTable } from './contacts-table.tsx';
import { DeleteAllDialog } from './delete-all-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { JobsStrip } from './jobs-strip.tsx';
import { TrashView } from './trash-view.tsx';
import { UnknownSegment } from './unknown-segment.tsx';
import { useExport } from './use-export.ts';

const commands: Command[] = [
  { id: 'contacts.new', group: 'create', title: msg`New contact`, keys: 'n', icon: IconPlus },
  { id: 'contacts.import', group: 'create', title: msg`Import contacts`, keys: null, icon: IconUpload },
];

/** The contacts screen: views and lists, the table, and the panel of the open contact. */
export function ContactsScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { address, change } = useContactsAddress();
  const lists = useRows('contact_lists');
  const segmentsRead = useSegmentsQuery();
  const segments = segmentsRead.data ?? noSegments;
  const actions = useContactActions();
  const exporting = useExport();
  const counts = useViewCounts();
  const withSandbox = useWithSandbox();
  const [deletesAll, setDeletesAll] = useState(false);
  const [deletions, setDeletions] = useState(0);
  const adds = useRefusal('contacts.enter_numbers') === null;
  const deleteAllRefusal = useRefusal('contacts.delete_all');
  const exportRefusal = useRefusal('contacts.export');
  const phone = useBelow('md');
  const { view, openId } = address;
  const list = view.kind === 'list' ? (lists.find(({ id }) => id === view.listId) ?? null) : null;
  const toAdd = { to: '/contacts/add' as const, search: list === null ? {} : { list: list.id } };
  useCommands(commands, {
    ...(adds && {
      'contacts.new': () => void navigate(toAdd),
      'contacts.import': () => void navigate({ to: '/contacts/import' }),
    }),
  });
  const title = useViewTitle(view, lists, segments);
  return (
    <>
      <ContactsSubPanel view={view} lists={lists} />
      <Page label={t`Contacts`}>
        <PageBar
          title={<bdi>{title}</bdi>}
          note={
            view.kind === 'trash'
              ? t`Deleted after 30 days`
              : list &&
                withSandbox(
                  t`${plural(list.member_count, { one: '# contact', other: '# contacts' })}`,
                  list.sandbox_count,
                )
          }
          start={<SubPanelButton label={t`Views and lists`} />}
        >
          {view.kind !== 'trash' && !phone && (
            <SearchBox
              gatherMs={200}
              label={t`Name or number`}
              value={address.search}
              onChange={(search) => change({ search }, true)}
            />
          )}
          {adds && (
            <>
              <Link
                to="/contacts/import"
                className={`${buttonClass()} ${styles.wide}`}
                data-beside={openId !== null || undefined}
              >
                <IconUpload {...smallIcon} />
                {t`Import`}
              </Link>
              <Link
                {...toAdd}
                className={`${buttonClass({ variant: 'filled' })} ${styles.add}`}
                aria-keyshortcuts="N"
                aria-label={t`New contact`}
              >
                <IconPlus {...smallIcon} />
                <span className={styles.wide}>{t`New contact`}</span>
              </Link>
            </>
          )}
          <Menu
            label={t`More about contacts`}
            groups={[
              [
                ...(adds
                  ? [
                      {
                        id: 'import',
                        label: t`Import contacts`,
                        icon: <IconUpload {...icon} />,
                        run: () => void navigate({ to: '/contacts/import' }),
                      },
                    ]
                  : []),
                {
                  id: 'export',
                  label: t`Export all contacts`,
                  icon: <IconDownload {...icon} />,
                  blocked: exportRefusal !== null || exporting.busy,
                  note: exportRefusal === null ? undefined : t`Not permitted`,
                  run: () => exporting.choose([{}], null),
                },
              ],
              [
                {
                  id: 'delete-all',
                  label: t`Danger zone: delete all contacts`,
                  icon: <IconTrash {...icon} />,
                  danger: true,
                  blocked: deleteAllRefusal !== null,
                  note: deleteAllRefusal === null ? undefined : t`Admins and Owners`,
                  run: () => setDeletesAll(true),
                },
              ],
            ]}
            button={(props) => (
              <IconButton {...props} label={t`More about contacts`}>
                <IconDots {...icon} />
              </IconButton>
            )}
          />
        </PageBar>
        <JobsStrip actions={actions} />
        {view.kind === 'trash' ? (
          <TrashView actions={actions} />
        ) : view.kind === 'segment' && !segments.some(({ id }) => id === view.segmentId) ? (
          <UnknownSegment query={segmentsRead} />
        ) : (
          <ContactsTable
            // The selection of one view does not carry over to the next, nor past “delete all”.
            key={JSON.stringify([view, address.filter, deletions])}
            address={address}
            change={change}
            list={list}
            segments={segments}
            actions={actions}
            onExport={exporting.choose}
          />
        )}
      </Page>
      {openId !== null && view.kind !== 'trash' && (
        <ContactSidePanel
          key={openId}
          id={openId}
          list={list}
          onOpen={(id) => change({ openId: id }, true)}
          onClose={() => change({ openId: null }, true)}
        />
      )}
      {exporting.chosen !== null && (
        <ExportDialog
          count={exporting.chosen.count}
          onExport={(format) => void exporting.start(format)}
          onClose={exporting.close}
        />
      )}
      {deletesAll && (
        <DeleteAllDialog
          total={counts.all ?? null}
          onDeleted={() => setDeletions((count) => count + 1)}
          onClose={() => setDeletesAll(false)}
        />
      )}
    </>
  );
}

function useViewTitle(view: ContactsView, lists: readonly ContactList[], segments: readonly Segment[]): string {
  const { t } = useLingui();
  switch (view.kind) {
    case 'list':
      return lists.find(({ id }) => id === view.listId)?.name ?? t`Deleted list`;
    case 'segment':
      return segments.find(({ id }) => id === view.segmentId)?.name ?? t`Segment`;
    case 'all':
      return t`All contacts`;
    case 'none':
      return t`Not in any list`;
    case 'out':
      return t`Opted out`;
    case 'recent':
      return t`Recently added`;
    case 'trash':
      return t`Deleted contacts`;
  }
}
