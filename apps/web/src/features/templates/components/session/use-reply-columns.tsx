import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { IconRestore, IconStarFilled } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { actionsColumn } from '../../../../ui/table/actions-column.ts';
import type { Column } from '../../../../ui/table/column.ts';
import { useFewColumns } from '../../../../ui/table/use-few-columns.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useFindUser } from '../../../sync/public.ts';
import { RowMenu } from '../../../team/public.ts';
import type { Favourites } from '../../data/use-favourites.ts';
import styles from '../pages.module.css';

export type ReplyActions = {
  /** In the trash only: nothing else can be done there. */
  onRestore: ((reply: SessionTemplate) => void) | null;
  onEdit: (reply: SessionTemplate) => void;
  onDuplicate: (reply: SessionTemplate) => void;
  onShare: (reply: SessionTemplate) => void;
  onDelete: (reply: SessionTemplate) => void;
  favourites: Favourites;
  /** Only favourites are listed, in their order: they can be moved. */
  movable: boolean;
};

/** @param actions null: none */
export function useReplyColumns(actions: ReplyActions | null): Column<SessionTemplate>[] {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const few = useFewColumns();
  const findUser = useFindUser();
  const columns: Column<SessionTemplate>[] = [
    {
      id: 'name',
      title: t`Name`,
      width: 180,
      fixed: true,
      phone: 'title',
      cell: (reply) => <Name reply={reply} actions={actions} />,
    },
    { id: 'shortcut', title: t`Shortcut`, width: 120, cell: ({ shortcut }) => <bdi>/{shortcut}</bdi> },
    { id: 'body', title: t`Text`, width: 285, phone: 'detail', cell: ({ body }) => <bdi>{body}</bdi> },
    {
      id: 'extras',
      title: t`Attachments`,
      width: 110,
      hidden: true,
      cell: ({ attachments, buttons }) =>
        attachments.length > 0
          ? t`${plural(attachments.length, { one: '# file', other: '# files' })}`
          : buttons.length > 0
            ? t`${plural(buttons.length, { one: '# quick reply', other: '# quick replies' })}`
            : '–',
    },
    { id: 'folder', title: t`Folder`, width: 110, cell: ({ folder }) => <bdi>{folder || '–'}</bdi> },
    {
      id: 'owner',
      title: t`Visible to`,
      width: 110,
      hidden: few,
      cell: ({ owner_id: owner }) => (owner === null ? t`Team` : t`Only me`),
    },
    {
      id: 'by',
      title: t`By`,
      width: 120,
      hidden: true,
      cell: ({ created_by: by }) => <bdi>{findUser(by)?.name ?? '–'}</bdi>,
    },
    { id: 'uses', title: t`Used (30 d)`, width: 110, align: 'end', cell: ({ uses }) => i18n.number(uses) },
    {
      id: 'updated',
      title: t`Updated`,
      width: 90,
      hidden: few,
      align: 'end',
      cell: ({ updated_at: at }) => (
        <time dateTime={at} title={days.exact(at)}>
          {days.short(at)}
        </time>
      ),
    },
  ];
  if (actions === null) return columns;
  const { onRestore } = actions;
  return [
    ...columns,
    actionsColumn(t`Actions`, (reply) =>
      onRestore === null ? (
        <RowMenu label={`/${reply.shortcut}`} groups={menuOf(reply, actions)} />
      ) : (
        <IconButton size="sm" label={t`Restore /${reply.shortcut}`} onClick={() => onRestore(reply)}>
          <IconRestore {...icon} />
        </IconButton>
      ),
    ),
  ];
  function menuOf(reply: SessionTemplate, { onEdit, onDuplicate, onShare, onDelete, ...rest }: ReplyActions) {
    const { favourites, movable } = rest;
    const { id } = reply;
    const place = favourites.ids.indexOf(id);
    const moves = [
      { id: 'up', label: t`Move up`, blocked: place <= 0, run: () => favourites.move(id, -1) },
      {
        id: 'down',
        label: t`Move down`,
        blocked: place === favourites.ids.length - 1,
        run: () => favourites.move(id, 1),
      },
    ];
    const star = place < 0 ? t`Add to favourites` : t`Remove from favourites`;
    const share = reply.owner_id === null ? t`Show to me only` : t`Share with the team`;
    return [
      [
        { id: 'edit', label: t`Edit`, run: () => onEdit(reply) },
        { id: 'duplicate', label: t`Duplicate`, run: () => onDuplicate(reply) },
        { id: 'share', label: share, run: () => onShare(reply) },
      ],
      [{ id: 'favourite', label: star, run: () => favourites.toggle(id) }, ...(movable ? moves : [])],
      [{ id: 'delete', label: t`Delete`, danger: true, run: () => onDelete(reply) }],
    ];
  }
}

function Name({ reply: { id, name }, actions }: { reply: SessionTemplate; actions: ReplyActions | null }) {
  const { t } = useLingui();
  return (
    <>
      <bdi>{name}</bdi>
      {actions?.favourites.ids.includes(id) && (
        <IconStarFilled size={14} className={styles.favourite} aria-label={t`Favourite`} />
      )}
    </>
  );
}
