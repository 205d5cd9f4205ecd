import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Invitation, Role } from '@parley/contract/types';
import { IconLink, IconMail, IconTrash, IconUsersPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { api } from '../../../platform/api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CopyText, fullAddress } from '../../../ui/copy-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import type { MenuAction } from '../../../ui/layer/menu.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { actionsColumn } from '../../../ui/table/actions-column.ts';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { BulkBar } from '../../../ui/table/table-bars.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { useTableLayout } from '../../../ui/table/use-table-layout.ts';
import { toast } from '../../../ui/toast.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useAccess } from '../../sync/public.ts';
import { runForEach } from '../data/member-actions.ts';
import { assignableRoles } from '../data/member-rules.ts';
import { invalidateInvitations, useInvitations } from '../data/team-data.ts';
import { RowMenu } from './row-menu.tsx';
import styles from './views.module.css';

const none: readonly Invitation[] = [];

/** Open and expired invitations. */
export function InvitationsView() {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const { data: rows = none, error, isPending, refetch } = useInvitations(true);
  const ids = useMemo(() => rows.map(idOf), [rows]);
  const selection = useSelection(ids, ids.length);
  const [revoking, setRevoking] = useState<readonly Invitation[] | null>(null);
  const [link, setLink] = useState<{ email: string; url: string } | null>(null);
  const chosen = rows.filter(({ id }) => selection.has(id));

  const resend = async (invitations: readonly Invitation[]) => {
    const { done, failed } = await runForEach(invitations.map(named), ({ id }) => renew(id, true));
    invalidateInvitations();
    const [first] = failed;
    toast({
      message: first
        ? t`${done} of ${invitations.length} sent again. ${first.name}: ${serverText(first.error)}`
        : t`${plural(done, { one: 'Sent again. The previous link no longer works.', other: '# sent again. Previous links no longer work.' })}`,
    });
    selection.clear();
  };
  const newLink = (invitation: Invitation) => {
    renew(invitation.id, false).then(
      ({ url }) => setLink({ email: invitation.email, url: fullAddress(url) }),
      (problem: unknown) => toast({ message: serverText(problem) }),
    );
  };
  const actionsOf = useInvitationActions({
    resend: (one) => void resend([one]),
    newLink,
    revoke: (one) => setRevoking([one]),
  });
  const columns = useInvitationColumns(actionsOf);
  const table = useTableLayout('invitations', columns, accountStorage());
  return (
    <div className={styles.view}>
      <DataTable
        label={t`Pending invitations`}
        table={table}
        rows={rows}
        idOf={idOf}
        nameOf={({ email }) => email}
        total={rows.length}
        state={
          error ? { kind: 'problem', error, onRetry: () => void refetch() } : { kind: isPending ? 'loading' : 'ready' }
        }
        empty={<NoInvitation />}
        selection={selection}
      />
      <BulkBar selection={selection}>
        <Button size="sm" onClick={() => void resend(chosen)}>{t`Send again`}</Button>
        <Button size="sm" danger onClick={() => setRevoking(chosen)}>{t`Revoke`}</Button>
      </BulkBar>
      {revoking && <RevokeDialog invitations={revoking} onClose={() => setRevoking(null)} />}
      {link && (
        <Dialog
          title={t`Link for ${link.email}`}
          onClose={() => setLink(null)}
          footer={
            <Button variant="filled" onClick={() => setLink(null)}>
              {t({ message: 'Done', context: 'close' })}
            </Button>
          }
        >
          <div className={styles.section}>
            <p>{t`Shown only here. Earlier links for this member no longer work.`}</p>
            <CopyText label={t`Invitation link`} text={link.url} />
          </div>
        </Dialog>
      )}
    </div>
  );
}

async function renew(id: string, send: boolean): Promise<{ url: string }> {
  const body = { send, expires_in_days: 7 };
  const renewed = await api('POST /api/invitations/{id}/resend', { params: { id }, body });
  invalidateInvitations();
  return renewed;
}

function RevokeDialog({ invitations, onClose }: { invitations: readonly Invitation[]; onClose: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const count = invitations.length;
  const revoke = async () => {
    const { failed } = await runForEach(invitations.map(named), ({ id }) =>
      api('DELETE /api/invitations/{id}', { params: { id } }),
    );
    invalidateInvitations();
    if (failed[0]) throw failed[0].error;
    toast({ message: t`${plural(count, { one: 'The invitation is revoked.', other: '# invitations are revoked.' })}` });
  };
  const email = invitations[0]?.email ?? '';
  return (
    <ConfirmDialog
      title={count === 1 ? t`Revoke the invitation of ${email}?` : t`Revoke ${count} invitations?`}
      confirm={count === 1 ? t`Revoke` : t`Revoke ${count}`}
      keep={t`Leave open`}
      onConfirm={revoke}
      onClose={onClose}
      problem={serverText}
    >
      <p>{t`The links stop working right away. Anyone who opens one sees that it was revoked.`}</p>
    </ConfirmDialog>
  );
}

function useInvitationActions(does: {
  resend: (invitation: Invitation) => void;
  newLink: (invitation: Invitation) => void;
  revoke: (invitation: Invitation) => void;
}): (invitation: Invitation) => MenuAction[][] {
  const { t, i18n } = useLingui();
  const { role } = useAccess();
  const serverText = useServerErrorMessage();
  const offer = (invitation: Invitation, next: Role) => {
    const body = { role: next };
    api('PUT /api/invitations/{id}', { params: { id: invitation.id }, body })
      .then(
        () => toast({ message: t`${invitation.email} is now invited as ${i18n._(roleName[next])}.` }),
        (error: unknown) => toast({ message: serverText(error) }),
      )
      .finally(invalidateInvitations);
  };
  return (invitation) => [
    [
      { id: 'resend', label: t`Send again`, icon: <IconMail {...icon} />, run: () => does.resend(invitation) },
      { id: 'link', label: t`New link to copy`, icon: <IconLink {...icon} />, run: () => does.newLink(invitation) },
    ],
    assignableRoles(role)
      .filter((next) => next !== invitation.role)
      .map((next) => ({
        id: next,
        label: t`Invite as ${i18n._(roleName[next])}`,
        run: () => offer(invitation, next),
      })),
    [
      {
        id: 'revoke',
        label: t`Revoke`,
        icon: <IconTrash {...icon} />,
        danger: true,
        run: () => does.revoke(invitation),
      },
    ],
  ];
}

function useInvitationColumns(actionsOf: (invitation: Invitation) => MenuAction[][]): Column<Invitation>[] {
  const { t, i18n } = useLingui();
  return [
    {
      id: 'email',
      title: t`Address`,
      width: 260,
      fixed: true,
      phone: 'title',
      cell: ({ email }) => <bdi>{email}</bdi>,
    },
    { id: 'role', title: t`Role`, width: 90, cell: ({ role }) => i18n._(roleName[role]) },
    { id: 'state', title: t`Invitation`, width: 180, phone: 'detail', cell: (row) => <InvitationState row={row} /> },
    { id: 'letter', title: t`Email`, width: 160, cell: ({ letter }) => <EmailState letter={letter} /> },
    { id: 'by', title: t`Invited by`, width: 140, cell: ({ invited_by: { name } }) => <bdi>{name}</bdi> },
    actionsColumn(t`Actions`, (row) => <RowMenu label={row.email} groups={actionsOf(row)} />),
  ];
}

function InvitationState({ row }: { row: Invitation }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  if (row.state === 'expired') return <Badge tone="warn">{t`Expired`}</Badge>;
  return <Badge tone="info">{t`Expires ${near(row.expires_at)}`}</Badge>;
}

/** The state of the invitation email. */
export function EmailState({ letter }: { letter: Invitation['letter'] }) {
  const { t } = useLingui();
  return {
    not_sent: t`Link only`,
    waiting: t`On its way`,
    sent: t`Sent`,
    failed: t`Couldn’t be sent`,
    outbox: t`Waiting for the operator`,
  }[letter];
}

function NoInvitation() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`No pending invitations`}
      actions={
        <Link to="/team/add" className={buttonClass({ variant: 'filled' })}>
          <IconUsersPlus {...smallIcon} />
          {t`Add members`}
        </Link>
      }
    >
      <p>{t`Invited teammates appear here until they join or decline.`}</p>
    </EmptyState>
  );
}

function idOf({ id }: Invitation): string {
  return id;
}

function named(invitation: Invitation): Invitation & { name: string } {
  return { ...invitation, name: invitation.email };
}
