import { useLingui } from '@lingui/react/macro';
import type { Role, TeamMember } from '@parley/contract/types';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { smallIcon } from '../../../ui/icon.ts';
import { Menu } from '../../../ui/layer/menu.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { BulkBar } from '../../../ui/table/table-bars.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { toast } from '../../../ui/toast.ts';
import { useAccess, useRows } from '../../sync/public.ts';
import { changeMember, runForEach } from '../data/member-actions.ts';
import { assignableRoles, blockReasonOf } from '../data/member-rules.ts';
import type { MemberDialogState } from './member-dialogs.tsx';

/** Bulk actions on members. Members an action does not apply to are skipped, and it says so. */
export function MembersBulk(props: {
  selection: SelectionState;
  members: readonly TeamMember[];
  owners: number;
  ask: (question: MemberDialogState) => void;
}) {
  const { t, i18n } = useLingui();
  const { role } = useAccess();
  const groups = useRows('user_groups');
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const { members, selection } = props;
  const changeable = members.filter((member) => blockReasonOf(role, member, props.owners) === null);
  const leftOut = members.length - changeable.length;

  const runForAll = async (members: readonly TeamMember[], act: (member: TeamMember) => Promise<unknown>) => {
    setBusy(true);
    const { done, failed } = await runForEach(members, act);
    setBusy(false);
    const [first] = failed;
    const skipped = members.length - members.length;
    toast({
      message: first
        ? t`${done} of ${members.length} changed. ${first.name}: ${serverText(first.error)}`
        : skipped > 0
          ? t`${done} changed; ${skipped} skipped, because you can’t change them.`
          : t`${done} changed.`,
    });
    selection.clear();
  };
  const giveRole = (next: Role) => ({
    id: next,
    label: i18n._(roleName[next]),
    run: () => void runForAll(changeable, ({ user_id: id }) => changeMember(id, { role: next })),
  });
  return (
    <BulkBar selection={selection}>
      {leftOut > 0 && <span>{t`You can’t change ${leftOut} of them`}</span>}
      <Menu
        label={t`Change role`}
        groups={[assignableRoles(role).map(giveRole)]}
        button={(button) => (
          <Button {...button} size="sm" busy={busy} blocked={changeable.length === 0}>
            {t`Change role`}
            <IconChevronDown {...smallIcon} />
          </Button>
        )}
      />
      {groups.length > 0 && (
        <Menu
          label={t`Add to group`}
          groups={[
            groups.map((group) => ({
              id: group.id,
              label: group.name,
              run: () =>
                void runForAll(members, ({ user_id: id, group_ids: ids }) =>
                  ids.includes(group.id) ? Promise.resolve() : changeMember(id, { group_ids: [...ids, group.id] }),
                ),
            })),
          ]}
          button={(button) => (
            <Button {...button} size="sm" busy={busy}>
              {t`Add to group`}
              <IconChevronDown {...smallIcon} />
            </Button>
          )}
        />
      )}
      <Button size="sm" onClick={() => props.ask({ kind: 'sign-out', members })}>{t`Sign out`}</Button>
      <Button
        size="sm"
        blocked={changeable.length === 0}
        onClick={() => props.ask({ kind: 'suspend', members: changeable })}
      >{t`Suspend`}</Button>
      <Button
        size="sm"
        danger
        blocked={changeable.length === 0}
        onClick={() => props.ask({ kind: 'remove', members: changeable })}
      >{t`Remove`}</Button>
    </BulkBar>
  );
}
