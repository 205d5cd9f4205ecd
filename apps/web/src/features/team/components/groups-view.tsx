import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UserGroup } from '@parley/contract/types';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { listText } from '../../../platform/formats.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ConfirmDialog } from '../../../ui/layer/confirm-dialog.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useAccess, useFindUser, useRows } from '../../sync/public.ts';
import { invalidateTeam } from '../data/team-data.ts';
import { MembersChoice } from './member-choice.tsx';
import { PermissionNote } from './permissions.tsx';
import styles from './views.module.css';

/** Groups of members, for assignments and mentions. */
export function GroupsView() {
  const { t } = useLingui();
  const groups = useRows('user_groups');
  const manages = useAccess().role !== 'User';
  const [editing, setEditing] = useState<UserGroup | 'new' | null>(null);
  const [removing, setRemoving] = useState<UserGroup | null>(null);
  const add = (
    <Button variant="filled" onClick={() => setEditing('new')}>
      <IconPlus {...smallIcon} />
      {t`New group`}
    </Button>
  );
  return (
    <div className={styles.rows}>
      <div className={styles.sheet}>
        <PermissionNote right="team.manage" />
        {groups.length === 0 ? (
          <EmptyState title={t`No groups yet`} actions={manages && add}>
            <p>{t`Groups bring members with the same work together, like Sales or Night shift. You can assign conversations to a group and mention it in notes.`}</p>
          </EmptyState>
        ) : (
          <>
            <ul className={styles.list}>
              {groups.map((group) => (
                <GroupItem
                  key={group.id}
                  group={group}
                  {...(manages && { onEdit: () => setEditing(group), onRemove: () => setRemoving(group) })}
                />
              ))}
            </ul>
            {manages && <div className={styles.actions}>{add}</div>}
          </>
        )}
      </div>
      {editing && <GroupDialog group={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      {removing && <RemoveGroupDialog group={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function GroupItem(props: { group: UserGroup; onEdit?: () => void; onRemove?: () => void }) {
  const { t } = useLingui();
  const findUser = useFindUser();
  const { group } = props;
  const names = listText(group.member_ids.flatMap((id) => findUser(id)?.name ?? []));
  return (
    <li className={styles.item}>
      <span className={styles.grow}>
        <strong>
          <bdi>{group.name}</bdi>
        </strong>
        <br />
        <span className={styles.quiet}>{names === '' ? t`No members` : <bdi>{names}</bdi>}</span>
      </span>
      <span
        className={styles.quiet}
      >{t`${plural(group.member_ids.length, { one: '# member', other: '# members' })}`}</span>
      {props.onEdit && (
        <IconButton size="sm" label={t`Edit ${group.name}`} onClick={props.onEdit}>
          <IconPencil {...icon} />
        </IconButton>
      )}
      {props.onRemove && (
        <IconButton size="sm" label={t`Delete ${group.name}`} onClick={props.onRemove}>
          <IconTrash {...icon} />
        </IconButton>
      )}
    </li>
  );
}

function GroupDialog({ group, onClose }: { group: UserGroup | null; onClose: () => void }) {
  const { t } = useLingui();
  // Created once, so that submitting twice creates one group.
  const [id] = useState(() => group?.id ?? uuidv7());
  const form = useForm({
    initial: { name: group?.name ?? '', member_ids: group?.member_ids ?? [] },
    check: ({ name }) => (name.trim() === '' ? { name: t`Give the group a name.` } : {}),
    send: async (body) => {
      if (group === null) await api('POST /api/user-groups', { body: { id, ...body } });
      else await api('PUT /api/user-groups/{id}', { params: { id }, body });
      invalidateTeam();
      toast({ message: group === null ? t`Group ${body.name} created.` : t`Group ${body.name} saved.` });
      onClose();
    },
  });
  return (
    <Dialog
      title={group === null ? t`New group` : t`Edit ${group.name}`}
      lightDismiss={false}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="filled" busy={form.busy} onClick={() => void form.submit()}>
            {group === null ? t`Create group` : t`Save`}
          </Button>
        </>
      }
    >
      <Form onSubmit={form.submit}>
        <FormError>{form.problem}</FormError>
        <TextField data-focus label={t`Name`} autoComplete="off" {...form.text('name')} />
        <MembersChoice value={form.values.member_ids} onChange={(ids) => form.set('member_ids', ids)} />
      </Form>
    </Dialog>
  );
}

function RemoveGroupDialog({ group, onClose }: { group: UserGroup; onClose: () => void }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  return (
    <ConfirmDialog
      title={t`Delete the group ${group.name}?`}
      confirm={t`Delete the group`}
      keep={t`Keep`}
      problem={serverText}
      onClose={onClose}
      onConfirm={async () => {
        await api('DELETE /api/user-groups/{id}', { params: { id: group.id } });
        invalidateTeam();
        toast({ message: t`Group ${group.name} deleted.` });
      }}
    >
      <p>{t`Its members stay in the team. Conversations assigned to the group become unassigned, unless a member is assigned.`}</p>
    </ConfirmDialog>
  );
}
