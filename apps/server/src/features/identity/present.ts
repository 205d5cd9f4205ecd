import type { OutputOf } from '@parley/contract';
import type { Display, Formats } from '@parley/contract/types';
import type { IdentityRow } from './provider-repo.ts';
import type { ListedAccountRow, UserRow } from './repo.ts';
import type { SessionRow } from './session-repo.ts';

/** The rows of a user's own profile. */
export type ProfileRows = {
  user: UserRow;
  accounts: ListedAccountRow[];
  /** Providers that accounts demand and the session did not sign in with, by account. */
  neededProviders: ReadonlyMap<string, { id: string; name: string }>;
  identities: IdentityRow[];
  hasPassword: boolean;
  waitingInvitations: number;
  twoStep: boolean;
};

/** The user in the field names of identity providers. */
export function presentProfile(rows: ProfileRows): OutputOf<'GET /api/auth/profile'> {
  const { user, accounts, neededProviders, identities, hasPassword, waitingInvitations, twoStep } = rows;
  const password = { providerId: 'password', uid: user.email, displayName: user.display_name, email: user.email };
  return {
    user: {
      uid: user.id,
      displayName: user.display_name,
      email: user.email,
      emailVerified: user.email_verified_at !== null,
      phoneNumber: user.phone_number,
      photoURL: user.photo_url,
      isAnonymous: false,
      tenantId: null,
      providerData: [
        ...(hasPassword ? [password] : []),
        ...identities.map(({ provider_id: providerId, subject: uid, name: displayName, email }) => ({
          providerId,
          uid,
          displayName,
          email,
        })),
      ],
      metadata: {
        creationTime: user.created_at.toISOString(),
        lastSignInTime: user.last_login_at?.toISOString() ?? null,
      },
    },
    accounts: accounts.map(({ suspended, last_used_at, ...account }) => ({
      ...account,
      needs_provider: neededProviders.get(account.client_id) ?? null,
      state: suspended ? 'suspended' : 'active',
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    time_zone: user.time_zone,
    formats: presentFormats(user),
    two_step_verification: twoStep,
    waiting_invitations: waitingInvitations,
  };
}

function presentFormats({ region, hour_format, week_start }: UserRow): Formats {
  return { region, hour_format, week_start };
}

export function presentDisplay(user: UserRow): Display {
  return { time_zone: user.time_zone, formats: presentFormats(user), preferences: user.preferences };
}

/** The sessions of a user, without any part of their tokens. */
export function presentSessions(sessions: SessionRow[], currentSid: string): OutputOf<'GET /api/auth/sessions'> {
  return {
    data: sessions.map((session) => ({
      id: session.id,
      user_agent: session.user_agent,
      ip: session.ip,
      created_at: session.created_at.toISOString(),
      last_seen_at: session.last_seen_at.toISOString(),
      auth_time: session.auth_time.toISOString(),
      client_id: session.client_id,
      application: session.application,
      current: session.id === currentSid,
    })),
    next_cursor: null,
  };
}
