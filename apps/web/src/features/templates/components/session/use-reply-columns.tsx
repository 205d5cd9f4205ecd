import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { SessionTemplate } from '@parley/contract/types';
import { IconRestore, IconTrash } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import type { Column } from '../../../../ui/table/column.ts';
import { useDateLabels } from '../../../../ui/use-date-labels.ts';
import { useFindUser } from '../../../sync/public.ts';

export type ReplyActions = {
  /** In the trash only. */
  onRestore: ((reply: SessionTemplate) => Promise<void>) | null;
  onDelete: (reply: SessionTemplate) => Promise<void>;
};

export function useReplyColumns({ onRestore, onDelete }: ReplyActions): Column<SessionTemplate>[] {
  const { t, i18n } = useLingui();
  const days = useDateLabels();
  const findUser = useFindUser();
  return [
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
    {
      id: 'actions',
      title: t`Actions`,
      width: 60,
      minWidth: 60,
      align: 'end',
      phone: 'end',
      cell: (reply) =>
        onRestore === null ? (
          <IconButton size="sm" label={t`Delete /${reply.shortcut}`} onClick={() => void onDelete(reply)}>
            <IconTrash {...icon} />
          </IconButton>
        ) : (
          <IconButton size="sm" label={t`Restore /${reply.shortcut}`} onClick={() => void onRestore(reply)}>
            <IconRestore {...icon} />
          </IconButton>
        ),
    },
  ];
}
