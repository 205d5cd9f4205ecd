import type { Client, OutputOf, Role, Thread, UserGroup } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';
import type { Installation } from './installation.ts';
import { seedPhotos, seedRequests } from './join-requests.ts';
import { ensureUser, type Member, type SignIn, signIn } from './members.ts';

type MemberRestrictions = { only_assigned?: boolean; mask_phone_numbers?: boolean; no_export?: boolean };
type SeedMember = { name: string; address: string; role: Role; groups: string[]; limits?: MemberRestrictions };

const seedMembers: SeedMember[] = [
  { name: 'Ruth Abernathy', address: 'ruth@kestrel.example', role: 'Owner', groups: [] },
  { name: 'Mei Tanaka', address: 'mei@kestrel.example', role: 'Admin', groups: ['Sales'] },
  {
    name: 'Tomasz Zieliński',
    address: 'tomasz@kestrel.example',
    role: 'User',
    groups: ['Workshop'],
    limits: { only_assigned: true, mask_phone_numbers: true },
  },
  { name: 'Aaliyah Okonkwo', address: 'aaliyah@kestrel.example', role: 'User', groups: ['Sales', 'Workshop'] },
];
const suspended = 'aaliyah@kestrel.example';
const invited = [
  { email: 'priya@kestrel.example', role: 'User', note: 'Welcome to the Saturday shift!' },
  { email: 'nikolai.konstantinovich.rimsky@kestrel.example', role: 'Admin', note: '' },
  { email: 'late@kestrel.example', role: 'User', note: '' },
] as const;
const expired = 'late@kestrel.example';

/**
 * The rest of a team: roles, restrictions, groups, photos, pending invitations and requests, keys, and a second
 * account.
 */
export async function seedTeam(
  installation: Installation,
  clientId: string,
  owner: SignIn,
  member: Member,
): Promise<void> {
  const { url } = installation;
  const dana = await signIn(installation, owner);
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    apiCall<T>(url, method, path, body, dana.token);
  const groups = new Map<string, UserGroup>();
  for (const [name, member_ids] of [
    ['Sales', [dana.uid]],
    ['Workshop', [member.uid]],
  ] as const) {
    groups.set(name, await call<UserGroup>('POST', '/api/user-groups', { name, member_ids }));
  }
  for (const each of seedMembers) {
    const { name, address: email, role, limits } = each;
    const group_ids = each.groups.flatMap((group) => groups.get(group)?.id ?? []);
    const offer = { email, role, group_ids, send: false, ...(limits && { restrictions: limits }) };
    const { url: path } = await call<{ url: string }>('POST', '/api/invitations', offer);
    const user = await ensureUser(installation, { name, email, password: owner.password });
    await accept(installation, user, path);
    if (email === suspended) await call('PUT', `/api/team/${user.uid}`, { suspended: true });
  }
  for (const offer of invited) {
    const { email, role, note } = offer;
    await call('POST', '/api/invitations', { email, role, send: false, ...(note !== '' && { note }) });
  }
  await installation.owner.query(
    `update invitations set created_at = now() - interval '9 days', expires_at = now() - interval '2 days'
     where client_id = $1 and email = $2`,
    [clientId, expired],
  );
  const waiting = await call<{ data: Thread[] }>('GET', '/api/threads?state=ACTIVE&assignee=none&limit=3');
  for (const [index, { id }] of waiting.data.entries()) {
    const group = groups.get(index === 0 ? 'Workshop' : 'Sales');
    if (index < 2 && group) await call('PUT', `/api/threads/${id}`, { assignee_group_id: group.id });
  }
  await call('POST', '/api/api-keys', { name: 'Web shop', scopes: ['messages:write', 'contacts:write'] });
  await call('POST', '/api/api-keys', {
    name: 'Nightly report',
    scopes: ['messages:read', 'threads:read', 'campaigns:read'],
    expires_in_days: 90,
    allowed_addresses: ['127.0.0.0/8'],
  });
  await secondAccount(installation, clientId, owner);
  await seedRequests(installation, clientId, owner);
  await seedPhotos(installation, owner);
}

/** Another business that has invited the owner, so that there is one to switch to. */
async function secondAccount(installation: Installation, clientId: string, owner: SignIn): Promise<void> {
  const { url } = installation;
  const other = { name: 'Jonas Lindqvist', email: 'jonas@heron.example', password: owner.password };
  const user = await ensureUser(installation, other);
  const business = { name: 'Heron Bike Hire', country: 'SE', time_zone: 'Europe/Stockholm' };
  await apiCall<Client>(url, 'POST', '/api/clients', business, user.token);
  const { token } = await signIn(installation, other);
  const offer = { email: owner.email, role: 'Admin', send: false };
  const invitation = await apiCall<{ url: string }>(url, 'POST', '/api/invitations', offer, token);
  const dana = await signIn(installation, owner);
  await accept(installation, dana, invitation.url);
  // Signing in starts in the account used last.
  await apiCall(url, 'POST', '/api/auth/switch', { client_id: clientId }, dana.token);
}

async function accept({ url }: Installation, user: Member, path: string): Promise<void> {
  const token = new URL(path, url).searchParams.get('token');
  await apiCall<OutputOf<'POST /api/invitations/accept'>>(
    url,
    'POST',
    '/api/invitations/accept',
    { token },
    user.token,
  );
}
