import { unrestricted } from '@parley/contract/permissions';
import type { TeamMember } from '@parley/contract/types';

/** A sample member for tests and galleries. */
export function sampleMember(changes: Partial<TeamMember>): TeamMember {
  return {
    user_id: '01890000-0000-7000-8000-0000000000a1',
    name: 'Omar Haddad',
    customer_name: null,
    email: 'omar@kestrel.example',
    photo_url: null,
    first_reply_median_s: 260,
    first_replies: 31,
    role: 'User',
    state: 'active',
    online: true,
    away: false,
    away_until: null,
    working_hours: [],
    group_ids: [],
    joined_at: '2026-09-01T08:00:00.000Z',
    self: false,
    restrictions: unrestricted,
    last_seen_at: '2026-11-20T09:30:00.000Z',
    two_step_verification: false,
    open_threads: 4,
    version: 1,
    ...changes,
  };
}
