import { useLingui } from '@lingui/react/macro';
import type { JoinRequest, Role } from '@parley/contract/types';
import { IconX } from '@tabler/icons-react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { icon } from '../../../ui/icon.ts';
import { roleName } from '../../../ui/role-name.ts';
import { actionsColumn } from '../../../ui/table/actions-column.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { toast } from '../../../ui/toast.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useAccess } from '../../sync/public.ts';
import { assignableRoles } from '../data/member-rules.ts';
import { invalidateTeam, useJoinRequests } from '../data/team-data.ts';
import { RowMenu } from './row-menu.tsx';
import styles from './views.module.css';

const none: readonly JoinRequest[] = [];

/** Open requests to join. */
export function RequestsView() {
  const { t } = useLingui();
  const { data: rows = none, error, isPending, refetch } = useJoinRequests(true);
  const columns = useRequestColumns();
  const table = useTableLayout('join-requests', columns, accountStorage());
  return (
    <div className={styles.view}>
      <DataTable
        label={t`Requests to join`}
        table={table}
        rows={rows}
        idOf={({ user_id: id }) => id}
        nameOf={({ name }) => name}
        total={rows.length}
        state={
          error ? { kind: 'problem', error, onRetry: () => void refetch() } : { kind: isPending ? 'loading' : 'ready' }
        }
        empty={
          <EmptyState title={t`No join requests`}>
            <p>{t`If turned on in the business settings, people with an address of your company can request to join here.`}</p>
          </EmptyState>
        }
      />
    </div>
  );
}

function useAnswers(): { accept: (request: JoinRequest, role: Role) => void; decline: (request: JoinRequest) => void } {
  const { t, i18n } = useLingui();
  const serverText = useServerErrorMessage();
  const say = (does: Promise<unknown>, done: string) => {
    void does
      .then(
        () => toast({ message: done }),
        (problem: unknown) => toast({ message: serverText(problem) }),
      )
      .finally(invalidateTeam);
  };
  return {
    accept: ({ user_id: id, name }, role) =>
      say(
        api('POST /api/join-requests/{user_id}/accept', { params: { user_id: id }, body: { role } }),
        t`${name} is in the team now, as ${i18n._(roleName[role])}.`,
      ),
    decline: ({ user_id: id, name }) =>
      say(
        api('POST /api/join-requests/{user_id}/decline', { params: { user_id: id } }),
        t`Declined. ${name} can’t ask again for thirty days; you can still invite them.`,
      ),
  };
}

function useRequestColumns(): Column<JoinRequest>[] {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const { role } = useAccess();
  const { accept, decline } = useAnswers();
  return [
    {
      id: 'name',
      title: t`Member`,
      width: 240,
      fixed: true,
      phone: 'title',
      cell: ({ name, email }) => (
        <>
          <bdi>{name}</bdi> <small className={styles.quiet}>{email}</small>
        </>
      ),
    },
    {
      id: 'at',
      title: t({ message: 'Asked', context: 'to join' }),
      width: 120,
      phone: 'detail',
      cell: ({ created_at: at }) => near(at),
    },
    {
      id: 'accept',
      title: t`Answer`,
      width: 140,
      cell: (request) => (
        <Button size="sm" onClick={() => accept(request, 'User')}>
          {t`Approve as User`}
        </Button>
      ),
    },
    actionsColumn(t`Actions`, (request) => (
      <RowMenu
        label={request.name}
        groups={[
          assignableRoles(role).map((given) => ({
            id: given,
            label: t`Approve as ${i18n._(roleName[given])}`,
            run: () => accept(request, given),
          })),
          [
            {
              id: 'decline',
              label: t`Decline`,
              icon: <IconX {...icon} />,
              danger: true,
              run: () => decline(request),
            },
          ],
        ]}
      />
    )),
  ];
}
