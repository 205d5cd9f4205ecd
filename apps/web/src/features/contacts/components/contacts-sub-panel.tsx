import { useLingui } from '@lingui/react/macro';
import type { ContactList, Segment } from '@parley/contract/types';
import {
  type Icon,
  IconAddressBook,
  IconCircleDashed,
  IconFilter,
  IconHistory,
  IconMessageOff,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { closeSubPanel, SubPanel, SubPanelHeading, subPanelEntryClass } from '../../../ui/sub-panel.tsx';
import { SandboxCount } from '../../sandbox/public.ts';
import { RowMenu, useRefusal } from '../../team/public.ts';
import { useSegments, useViewCounts } from '../data/contacts-data.ts';
import { type ContactsView, defaultSort, type FixedView, fixedViews } from '../data/table-query.ts';
import { writeAddress } from '../data/use-contacts-address.ts';
import styles from './contacts-sub-panel.module.css';
import { type ListDialogState, ListDialogs } from './list-dialogs.tsx';
import { ListDot } from './list-dot.tsx';
import { SegmentDialog, type SegmentDialogState } from './segment-dialog.tsx';

const viewIcons: Record<FixedView, Icon> = {
  all: IconAddressBook,
  none: IconCircleDashed,
  out: IconMessageOff,
  recent: IconHistory,
};

/** Views, lists and segments, each with its number of contacts. */
export function ContactsSubPanel({ view, lists }: { view: ContactsView | null; lists: readonly ContactList[] }) {
  const { t, i18n } = useLingui();
  const counts = useViewCounts();
  const segments = useSegments();
  const edits = useRefusal('contacts.edit') === null;
  const [listQuestion, setListQuestion] = useState<ListDialogState | null>(null);
  const [segmentQuestion, setSegmentQuestion] = useState<SegmentDialogState | null>(null);
  const labels: Record<FixedView, string> = {
    all: t`All contacts`,
    none: t`Not in any list`,
    out: t`Opted out`,
    recent: t`Recently added`,
  };
  return (
    <SubPanel label={t`Contacts`} title={t`Contacts`}>
      <nav aria-label={t`Views of contacts`}>
        <ul>
          {fixedViews.map((kind) => {
            const ViewIcon = viewIcons[kind];
            const count = counts[kind];
            return (
              <li key={kind}>
                <Entry
                  to={{ kind }}
                  current={view?.kind === kind}
                  picture={<ViewIcon {...icon} />}
                  label={labels[kind]}
                >
                  {count && (
                    <>
                      {`${i18n.number(count.count)}${count.exact ? '' : '+'}`}
                      <SandboxCount count={count.sandbox_count} />
                    </>
                  )}
                </Entry>
              </li>
            );
          })}
        </ul>
        <SubPanelHeading
          action={
            edits && (
              <IconButton size="sm" label={t`New list`} onClick={() => setListQuestion({ kind: 'new' })}>
                <IconPlus {...smallIcon} />
              </IconButton>
            )
          }
        >{t`Contact lists`}</SubPanelHeading>
        {lists.length === 0 && <p className={styles.quiet}>{t`No lists yet.`}</p>}
        <ul>
          {lists.map((list) => (
            <li key={list.id} className={styles.line}>
              <Entry
                to={{ kind: 'list', listId: list.id }}
                current={view?.kind === 'list' && view.listId === list.id}
                picture={<ListDot color={list.color} />}
                label={list.name}
              >
                {/* Of a list for the sandbox alone the other number would say nothing. */}
                {(list.member_count > 0 || list.sandbox_count === 0) && i18n.number(list.member_count)}
                <SandboxCount count={list.sandbox_count} />
              </Entry>
              {edits && (
                <span className={styles.menu}>
                  <RowMenu label={list.name} groups={listActions(list)} />
                </span>
              )}
            </li>
          ))}
        </ul>
        {segments.length > 0 && <SubPanelHeading>{t`Segments`}</SubPanelHeading>}
        <ul>
          {segments.map((segment) => (
            <li key={segment.id} className={styles.line}>
              <Entry
                to={{ kind: 'segment', segmentId: segment.id }}
                current={view?.kind === 'segment' && view.segmentId === segment.id}
                picture={<IconFilter {...icon} />}
                label={segment.name}
              />
              {edits && (
                <span className={styles.menu}>
                  <RowMenu label={segment.name} groups={segmentActions(segment)} />
                </span>
              )}
            </li>
          ))}
        </ul>
        <div className={styles.foot}>
          <Entry
            to={{ kind: 'trash' }}
            current={view?.kind === 'trash'}
            picture={<IconTrash {...icon} />}
            label={t`Deleted`}
          />
        </div>
      </nav>
      {listQuestion && <ListDialogs question={listQuestion} onClose={() => setListQuestion(null)} />}
      {segmentQuestion && <SegmentDialog question={segmentQuestion} onClose={() => setSegmentQuestion(null)} />}
    </SubPanel>
  );

  function listActions(list: ContactList) {
    return [
      [{ id: 'edit', label: t`Rename or change color`, run: () => setListQuestion({ kind: 'edit', list }) }],
      [{ id: 'delete', label: t`Delete list`, danger: true, run: () => setListQuestion({ kind: 'delete', list }) }],
    ];
  }
  function segmentActions(segment: Segment) {
    return [
      [{ id: 'edit', label: t`Rename`, run: () => setSegmentQuestion({ kind: 'rename', segment }) }],
      [
        {
          id: 'delete',
          label: t`Delete segment`,
          danger: true,
          run: () => setSegmentQuestion({ kind: 'delete', segment }),
        },
      ],
    ];
  }
}

function Entry(props: { to: ContactsView; current: boolean; picture: ReactNode; label: string; children?: ReactNode }) {
  return (
    <Link
      to="/contacts"
      search={writeAddress({ view: props.to, search: '', filter: null, sort: defaultSort, openId: null })}
      className={subPanelEntryClass}
      activeProps={{}}
      // By default a link is active for every path that starts with its own, so “All contacts” would be active in every
      // view.
      activeOptions={{ exact: true }}
      {...(props.current && { 'aria-current': 'page' as const })}
      onClick={closeSubPanel}
    >
      {props.picture}
      <bdi className={styles.name}>{props.label}</bdi>
      {props.children !== undefined && <span data-count>{props.children}</span>}
    </Link>
  );
}
