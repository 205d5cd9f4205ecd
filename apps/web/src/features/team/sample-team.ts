import { unrestricted } from '@parley/contract/rights';
import type { Invitation, TeamMember } from '@parley/contract/types';

/** A member as an Admin sees them; tests and galleries change what they are about. */
export function sampleMember(changes: Partial<TeamMember>): TeamMember {
  return {
    user_id: '01890000-0000-7000-8000-0000000000a1',
    name: 'Omar Haddad',
    email: 'omar@kestrel.example',
    photo_url: null,
    first_reply_median_s: 260,
    first_replies: 31,
    role: 'User',
    state: 'active',
    online: true,
    away: false,
    working_hours: [],
    group_ids: [],
    joined_at: '2026-09-01T08:00:00.000Z',
    self: false,
    restrictions: unrestricted,
    last_seen_at: '2026-11-20T09:30:00.000Z',
    open_threads: 4,
    version: 1,
    ...changes,
  };
}

export function sampleInvitation(changes: Partial<Invitation>): Invitation {
  return {
    id: '01890000-0000-7000-8000-0000000000b1',
    email: 'mei@kestrel.example',
    role: 'User',
    restrictions: unrestricted,
    group_ids: [],
    note: '',
    state: 'open',
    letter: 'sent',
    invited_by: { user_id: '01890000-0000-7000-8000-0000000000a0', name: 'Dana Whitfield' },
    created_at: '2026-11-19T09:30:00.000Z',
    sent_at: '2026-11-19T09:30:00.000Z',
    expires_at: '2026-11-26T09:30:00.000Z',
    ...changes,
  };
}
