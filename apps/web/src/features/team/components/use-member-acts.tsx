import { useLingui } from '@lingui/react/macro';
import type { Role, TeamMember } from '@parley/contract/types';
import {
  IconArrowsExchange,
  IconLogout,
  IconPencil,
  IconUserCheck,
  IconUserMinus,
  IconUserOff,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { icon } from '../../../ui/icon.ts';
import type { MenuAct } from '../../../ui/layer/menu.tsx';
import { useServerWords } from '../../../ui/request-words.ts';
import { toast } from '../../../ui/toast.ts';
import { changeMember } from '../acts.ts';
import { type Hindrance, heldThreads, hindranceOf } from '../member-rules.ts';
import type { MemberQuestion } from './member-dialogs.tsx';

/** Why an act on a member is not for this person, in a few words. */
export function useHindranceWords(): (hindrance: Hindrance) => string {
  const { t } = useLingui();
  return (hindrance) =>
    ({
      'no-right': t`for Admins and Owners`,
      self: t`not for yourself`,
      owner: t`for Owners only`,
      'last-owner': t`the account needs an Owner`,
    })[hindrance];
}

/** What can be done with a member, in groups; what cannot says why. */
export function useMemberActs(context: {
  role: Role;
  owners: number;
  ask: (question: MemberQuestion) => void;
}): (member: TeamMember) => MenuAct[][] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const serverWords = useServerWords();
  const hindranceWords = useHindranceWords();
  const letIn = (member: TeamMember) => {
    changeMember(member.user_id, { suspended: false }).then(
      () => toast({ message: t`${member.name} can open the account again.` }),
      (error: unknown) => toast({ message: serverWords(error) }),
    );
  };
  return (member) => {
    const hindrance = hindranceOf(context.role, member, context.owners);
    const blocked = hindrance === null ? {} : { blocked: true, note: hindranceWords(hindrance) };
    const ask = (kind: MemberQuestion['kind']) => () => context.ask({ kind, members: [member] });
    const manages = context.role !== 'User';
    return [
      [
        {
          id: 'edit',
          label: member.self || manages ? t`Edit` : t`Look`,
          icon: <IconPencil {...icon} />,
          run: () => void navigate({ to: '/team/edit/$id', params: { id: member.user_id } }),
        },
        ...(manages && heldThreads(member) > 0
          ? [
              {
                id: 'hand-over',
                label: t`Hand over conversations`,
                icon: <IconArrowsExchange {...icon} />,
                run: ask('hand-over'),
              },
            ]
          : []),
      ],
      [
        ...(manages
          ? [{ id: 'sign-out', label: t`Sign out everywhere`, icon: <IconLogout {...icon} />, run: ask('sign-out') }]
          : []),
        member.state === 'active'
          ? { id: 'suspend', label: t`Suspend`, icon: <IconUserOff {...icon} />, run: ask('suspend'), ...blocked }
          : {
              id: 'let-in',
              label: t`Let in again`,
              icon: <IconUserCheck {...icon} />,
              run: () => letIn(member),
              ...blocked,
            },
        {
          id: 'remove',
          label: t`Remove from the team`,
          icon: <IconUserMinus {...icon} />,
          danger: true,
          run: ask('remove'),
          ...blocked,
        },
      ],
    ];
  };
}
