import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { IconRestore } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { actionsColumn } from '../../../../ui/table/actions-column.ts';
import type { Column } from '../../../../ui/table/column.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useFindUser } from '../../../sync/public.ts';
import { RowMenu } from '../../../team/public.ts';

export type ReplyActions = {
  /** In the trash only: nothing else can be done there. */
  onRestore: ((reply: SessionTemplate) => void) | null;
  onEdit: (reply: SessionTemplate) => void;
  onDuplicate: (reply: SessionTemplate) => void;
  onShare: (reply: SessionTemplate) => void;
  onDelete: (reply: SessionTemplate) => void;
};

/** @param actions null: none */
export function useReplyColumns(actions: ReplyActions | null): Column<SessionTemplate>[] {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const findUser = useFindUser();
  const columns: Column<SessionTemplate>[] = [
    { id: 'name', title: t`Name`, width: 180, fixed: true, phone: 'title', cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'shortcut', title: t`Shortcut`, width: 120, cell: ({ shortcut }) => <bdi>/{shortcut}</bdi> },
    { id: 'body', title: t`Text`, width: 320, phone: 'detail', cell: ({ body }) => <bdi>{body}</bdi> },
    {
      id: 'extras',
      title: t`Attachments`,
      width: 110,
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
      cell: ({ owner_id: owner }) => (owner === null ? t`Team` : t`Only me`),
    },
    { id: 'by', title: t`By`, width: 120, cell: ({ created_by: by }) => <bdi>{findUser(by)?.name ?? '–'}</bdi> },
    { id: 'uses', title: t`Used (30 d)`, width: 90, align: 'end', cell: ({ uses }) => i18n.number(uses) },
    {
      id: 'updated',
      title: t`Updated`,
      width: 90,
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
  function menuOf(reply: SessionTemplate, { onEdit, onDuplicate, onShare, onDelete }: ReplyActions) {
    const share = reply.owner_id === null ? t`Show to me only` : t`Share with the team`;
    return [
      [
        { id: 'edit', label: t`Edit`, run: () => onEdit(reply) },
        { id: 'duplicate', label: t`Duplicate`, run: () => onDuplicate(reply) },
        { id: 'share', label: share, run: () => onShare(reply) },
      ],
      [{ id: 'delete', label: t`Delete`, danger: true, run: () => onDelete(reply) }],
    ];
  }
}
