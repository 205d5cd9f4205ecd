import { useLingui } from '@lingui/react/macro';
import type { Role, TeamMember } from '@parley/contract/types';
import {
  IconArrowsExchange,
  IconDeviceMobileOff,
  IconLogout,
  IconPencil,
  IconUserCheck,
  IconUserMinus,
  IconUserOff,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { icon } from '../../../ui/icon.ts';
import type { MenuAction } from '../../../ui/layer/menu.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeMember } from '../data/member-actions.ts';
import { type BlockReason, blockReasonOf, countThreads } from '../data/member-rules.ts';
import type { MemberDialogState } from './member-dialogs.tsx';

/** Why an action on a member is blocked, as text. */
export function useBlockReasonText(): (blockReason: BlockReason) => string {
  const { t } = useLingui();
  return (blockReason) =>
    ({
      'no-right': t`for Admins and Owners`,
      self: t`not for yourself`,
      owner: t`for Owners only`,
      'last-owner': t`the account needs an Owner`,
    })[blockReason];
}

/** The actions of a member, in groups; blocked ones say why. */
export function useMemberActions(context: {
  role: Role;
  owners: number;
  ask: (question: MemberDialogState) => void;
}): (member: TeamMember) => MenuAction[][] {
  const { t } = useLingui();
  const navigate = useNavigate();
  const serverText = useServerErrorMessage();
  const blockReasonText = useBlockReasonText();
  const unsuspend = (member: TeamMember) => {
    changeMember(member.user_id, { suspended: false }).then(
      () => toast({ message: t`${member.name} can open the account again.` }),
      (error: unknown) => toast({ message: serverText(error) }),
    );
  };
  return (member) => {
    const blockReason = blockReasonOf(context.role, member, context.owners);
    const blocked = blockReason === null ? {} : { blocked: true, note: blockReasonText(blockReason) };
    const ask = (kind: MemberDialogState['kind']) => () => context.ask({ kind, members: [member] });
    const manages = context.role !== 'User';
    return [
      [
        {
          id: 'edit',
          label: member.self || manages ? t`Edit` : t`View`,
          icon: <IconPencil {...icon} />,
          run: () => void navigate({ to: '/team/edit/$id', params: { id: member.user_id } }),
        },
        ...(manages && countThreads(member) > 0
          ? [
              {
                id: 'hand-over',
                label: t`Reassign conversations`,
                icon: <IconArrowsExchange {...icon} />,
                run: ask('hand-over'),
              },
            ]
          : []),
      ],
      [
        ...(manages
          ? [
              {
                id: 'sign-out',
                label: t`Sign out everywhere`,
                icon: <IconLogout {...icon} />,
                run: ask('sign-out'),
                ...(blockReason === 'owner' && blocked),
              },
            ]
          : []),
        ...(manages && member.two_step_verification === true && !member.self
          ? [
              {
                id: 'reset-second-factor',
                label: t`Reset two-step verification`,
                icon: <IconDeviceMobileOff {...icon} />,
                run: ask('reset-second-factor'),
                ...(blockReason === 'owner' && blocked),
              },
            ]
          : []),
        member.state === 'active'
          ? { id: 'suspend', label: t`Suspend`, icon: <IconUserOff {...icon} />, run: ask('suspend'), ...blocked }
          : {
              id: 'let-in',
              label: t`Reactivate`,
              icon: <IconUserCheck {...icon} />,
              run: () => unsuspend(member),
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
