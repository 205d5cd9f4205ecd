import type { OutputOf, Role } from '@parley/contract/types';
import type { Call, UserActor } from '../../platform/auth/actor.ts';
import { logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/ids.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { getUserNameAndEmail, requireRecent } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { joinAcceptedEmail, joinRequestEmail } from './emails.ts';
import { findRoleOf } from './invitation-repo.ts';
import {
  answerJoinRequest,
  findJoinOffer,
  insertJoinRequest,
  type JoinOfferRow,
  listDomainsOfLeaders,
  listJoinedByRequest,
  listJoinOffers,
  listOwnerAddresses,
  lockJoinRequest,
} from './join-repo.ts';
import { userChange } from './member-changes.ts';
import { addMember } from './member-repo.ts';
import { auditOf, type MemberCall, refuseIf } from './members.ts';
import { companyDomainOf } from './public-mail-domains.ts';
import { raisesRole, validateInvitation } from './rules.ts';
import { statementsAcrossAccounts, transactAcrossAccounts } from './system-transactions.ts';

const emailLifeS = 7 * 24 * 3600;

type JoinOffer = OutputOf<'GET /api/join-requests/offers'>['data'][number];

/**
 * The accounts that a user may ask to join. A user without a verified address of a company's own domain learns
 * nothing, not even that there is none.
 */
export async function joinOffersOf(statements: Executor, uid: string): Promise<JoinOffer[]> {
  const { email, emailVerified } = await getUserNameAndEmail(statements, uid);
  const domain = companyDomainOf(email);
  if (!emailVerified || domain === null) return [];
  const [joined, offered] = await Promise.all([
    listJoinedByRequest(statements, uid),
    listJoinOffers(statements, uid, domain),
  ]);
  return [...joined, ...offered].map(presentOffer);
}

function presentOffer({ client_id, name, logo_url, state, asked_at: at, again }: JoinOfferRow): JoinOffer {
  const shown = state === null || again ? 'offered' : stateWords[state];
  return { client_id, name, logo_url, state: shown, asked_at: at?.toISOString() ?? null };
}

const stateWords = { open: 'asked', accepted: 'joined', declined: 'declined' } as const;

/**
 * Requests to join, once however often repeated: the request and the emails to the Owners are one transaction.
 * @throws AppError('not_found') for an account that is not offered to this user, whether it exists or not
 */
export async function requestToJoin(
  platform: Platform,
  call: Pick<Call<UserActor>, 'actor' | 'ip' | 'requestId'>,
  clientId: string,
): Promise<{ offer: JoinOffer; created: boolean }> {
  const { uid } = call.actor;
  const outcome = await transactAcrossAccounts(platform, async (tx) => {
    const { name, email, emailVerified } = await getUserNameAndEmail(tx, uid);
    const domain = companyDomainOf(email);
    const account = emailVerified && domain !== null ? await findJoinOffer(tx, uid, domain, clientId) : null;
    if (account === null) throw new AppError('not_found', { message: 'This account was not found.' });
    const created = await insertJoinRequest(tx, { clientId, userId: uid, name, email });
    if (!created) return { created, event: null };
    const about = { account: account.name, name, email, url: `${platform.publicUrl()}/team?tab=requests` };
    for (const to of await listOwnerAddresses(tx, clientId)) {
      await enqueueEmail(tx, platform, joinRequestEmail(to, about), emailLifeS, clientId);
    }
    const { ip, requestId } = call;
    const event = { action: 'team.join_asked', uid, clientId, target: uid, ip, requestId };
    await writeAudit(tx, event);
    return { created, event };
  });
  if (outcome.event !== null) {
    logAudit(platform.log, outcome.event);
    notifyMailWorker(platform);
  }
  const offers = await joinOffersOf(statementsAcrossAccounts(platform), uid);
  const offer = offers.find((one) => one.client_id === clientId);
  // Let in or switched off at this very moment.
  if (offer === undefined) throw new AppError('not_found', { message: 'This account was not found.' });
  return { offer, created: outcome.created };
}

/**
 * Admits a user who asked, once however often repeated, and emails them.
 * @throws AppError not_found, join_request_answered after a decline, validation_failed, forbidden,
 * requires-recent-login for another role than User
 */
export async function acceptJoinRequest(
  platform: Platform,
  call: MemberCall,
  userId: string,
  role: Role,
): Promise<{ user_id: string; role: Role }> {
  refuseIf(validateInvitation(call.actor, role, undefined));
  if (raisesRole(null, role)) requireRecent(call.actor);
  const { clientId, uid: by } = call.actor;
  const detail = { changes: [{ field: 'role', from: null, to: role }] };
  const event = { ...auditOf(call, 'join_accepted', userId), detail };
  const { given, joined } = await transactAcrossAccounts(platform, async (tx) => {
    const request = await lockOpen(tx, clientId, userId);
    const before = await findRoleOf(tx, clientId, userId);
    if (request.state === 'declined') throw answeredAlready(request.name);
    if (request.state === 'accepted') {
      if (before === null) throw requestNotFound();
      return { given: before, joined: false };
    }
    await answerJoinRequest(tx, clientId, userId, { state: 'accepted', by });
    await writeAudit(tx, event);
    if (before !== null) return { given: before, joined: false };
    const { name, email } = await getUserNameAndEmail(tx, userId);
    const version = await addMember(tx, clientId, { userId, role, name, email, restrictions: null });
    if (version === null) throw new Error('somebody joined while their request was locked');
    await addChanges({ ...tx, clientId }, [userChange(userId, 'NEW', version)]);
    const about = {
      account: (await getNameAndCountry(tx, clientId)).name,
      role,
      url: `${platform.publicUrl()}/switch-account`,
    };
    await enqueueEmail(tx, platform, joinAcceptedEmail(email, about), emailLifeS, clientId);
    return { given: role, joined: true };
  });
  if (joined) {
    logAudit(platform.log, event);
    notifyMailWorker(platform);
    platform.notifier.notify('changes_new', clientId);
  }
  return { user_id: userId, role: given };
}

/** Says no; twice is harmless. @throws AppError not_found, join_request_answered after a yes */
export async function declineJoinRequest(platform: Platform, call: MemberCall, userId: string): Promise<void> {
  const { clientId, uid: by } = call.actor;
  const event = auditOf(call, 'join_declined', userId);
  const declined = await transactAcrossAccounts(platform, async (tx) => {
    const request = await lockOpen(tx, clientId, userId);
    if (request.state === 'accepted') throw answeredAlready(request.name);
    if (request.state === 'declined') return false;
    await answerJoinRequest(tx, clientId, userId, { state: 'declined', by });
    await writeAudit(tx, event);
    return true;
  });
  if (declined) logAudit(platform.log, event);
}

/** The domains whose users the account could be offered to, when its Owner allows it. */
export async function joinDomainsOf(statements: Executor, clientId: string): Promise<string[]> {
  return (await listDomainsOfLeaders(statements, clientId)).filter((domain) => companyDomainOf(`x@${domain}`) !== null);
}

async function lockOpen(tx: Executor, clientId: string, userId: string) {
  const request = isUuid(userId) ? await lockJoinRequest(tx, clientId, userId) : null;
  if (request === null) throw requestNotFound();
  return request;
}

function answeredAlready(name: string): AppError {
  return new AppError('join_request_answered', { message: `Another member has already answered ${name}.` });
}

function requestNotFound(): AppError {
  return new AppError('not_found', { message: 'This request was not found.' });
}
