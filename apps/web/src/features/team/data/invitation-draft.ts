import { unrestricted } from '@parley/contract/permissions';
import type { Restrictions, Role } from '@parley/contract/types';

/** The form that invites one or more people. */
export type InvitationDraft = {
  emails: string;
  role: Role;
  restrictions: Restrictions;
  group_ids: string[];
  note: string;
  days: string;
  send: boolean;
};

export const emptyInvitation: InvitationDraft = {
  emails: '',
  role: 'User',
  restrictions: unrestricted,
  group_ids: [],
  note: '',
  days: '7',
  send: true,
};

/** The body of the call. Only Users can be restricted. */
export function invitationsBody(
  { role, restrictions, group_ids, note, days, send }: InvitationDraft,
  emails: string[],
) {
  return {
    emails,
    role,
    ...(role === 'User' && { restrictions }),
    group_ids,
    ...(note.trim() !== '' && { note }),
    expires_in_days: Number(days),
    send,
  };
}
