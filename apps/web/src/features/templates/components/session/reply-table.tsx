import type { SessionTemplate } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { accountStorage } from '../../../../platform/account-storage.ts';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { useTableLayout } from '../../../../ui/table/use-table-layout.ts';
import { useReplyColumns } from './use-reply-columns.tsx';

const idOf = ({ id }: SessionTemplate) => id;
/** The other columns are those of the whole list. */
const shown = new Set(['name', 'shortcut', 'body', 'folder', 'uses']);
const nameOf = ({ name }: SessionTemplate) => name;

/** Some saved replies; one opens in their list. */
export function ReplyTable({ label, replies }: { label: string; replies: readonly SessionTemplate[] }) {
  const navigate = useNavigate();
  const columns = useReplyColumns(null).filter(({ id }) => shown.has(id));
  const table = useTableLayout('session-templates-some', columns, accountStorage());
  return (
    <DataTable
      label={label}
      table={table}
      rows={replies}
      idOf={idOf}
      nameOf={nameOf}
      total={replies.length}
      state={{ kind: 'ready' }}
      empty={null}
      onOpen={({ id }) => void navigate({ to: '/templates/session', search: { reply: id } })}
    />
  );
}
