import { useLingui } from '@lingui/react/macro';
import type { Role, TeamMember } from '@parley/contract/types';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { Menu } from '../../../ui/layer/menu.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { roleName } from '../../../ui/role-name.ts';
import { BulkBar } from '../../../ui/table/table-bars.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { toast } from '../../../ui/toast.ts';
import { useRows, useStanding } from '../../sync/public.ts';
import { changeMember, forEach } from '../acts.ts';
import { hindranceOf, rolesToGive } from '../member-rules.ts';
import type { MemberQuestion } from './member-dialogs.tsx';

/** What can be done with several members at once. Those it cannot be done to are left out, and it says so. */
export function MembersBulk(props: {
  selection: SelectionState;
  members: readonly TeamMember[];
  owners: number;
  ask: (question: MemberQuestion) => void;
}) {
  const { t, i18n } = useLingui();
  const { role } = useStanding();
  const groups = useRows('user_groups');
  const serverWords = useServerWords();
  const [busy, setBusy] = useState(false);
  const { members, selection } = props;
  const changeable = members.filter((member) => hindranceOf(role, member, props.owners) === null);
  const leftOut = members.length - changeable.length;

  const doToAll = async (people: readonly TeamMember[], act: (member: TeamMember) => Promise<unknown>) => {
    setBusy(true);
    const { done, failed } = await forEach(people, act);
    setBusy(false);
    const [first] = failed;
    const skipped = members.length - people.length;
    toast({
      message: first
        ? t`${done} of ${people.length} changed. ${first.name}: ${serverWords(first.error)}`
        : skipped > 0
          ? t`${done} changed; ${skipped} left out, which you may not change.`
          : t`${done} changed.`,
    });
    selection.clear();
  };
  const giveRole = (next: Role) => ({
    id: next,
    label: i18n._(roleName[next]),
    run: () => void doToAll(changeable, ({ user_id: id }) => changeMember(id, { role: next })),
  });
  return (
    <BulkBar selection={selection}>
      {leftOut > 0 && <span>{t`${leftOut} of them you may not change`}</span>}
      <Menu
        label={t`Change role`}
        groups={[rolesToGive(role).map(giveRole)]}
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
                void doToAll(members, ({ user_id: id, group_ids: ids }) =>
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
