import { identitySchemas } from '@parley/contract';
import { issueText } from '@parley/contract/issue-text';
import type { InputOf, Restrictions, Role } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { auditChanges, changesBetween, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import { isUuid } from '../../platform/ids.ts';
import { withoutLink } from '../../platform/mail/email.ts';
import { enqueueEmail, notifyMailWorker } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { findInvitationBranding } from '../accounts/public.ts';
import { requireRecent, takeEmailToStranger } from '../identity/public.ts';
import { invitationEmail } from './emails.ts';
import { areGroups } from './group-repo.ts';
import { linkHashes, linkPath, linkToken } from './invitation-links.ts';
import {
  countInvited,
  findConflictingInvitation,
  type InvitationRow,
  insertInvitation,
  isMemberByEmail,
  isVerifiedAccount,
  lockInvitation,
  renewInvitation,
  revokeInvitation,
  setInvitationEmail,
  updateInvitation,
} from './invitation-repo.ts';
import { areChannels } from './known-rows-query.ts';
import { auditOf, type MemberCall, refuseIf } from './members.ts';
import { mergeRestrictions, raisesRole, validateInvitation } from './rules.ts';
import { transactAcrossAccounts } from './system-transactions.ts';

const secondsADay = 24 * 3600;
/** Emails to the same user are sent once a minute at most, and limited per invitation. */
const resendPauseMs = 60_000;
const mostRenewals = 20;
/** Daily limit of invitations per account. A number at WhatsApp shows that it is a real business. */
const mostADay = { verified: 500, others: 100 } as const;
/** What a mail program makes a link of. */
const linkLike = /\w+:\/\/\S*|\b(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/:?#]\S*)?/iu;

export type InvitationOffer = {
  role: Role;
  restrictions?: { [Name in keyof Restrictions]?: Restrictions[Name] | undefined } | undefined;
  group_ids?: string[] | undefined;
  note?: string | undefined;
  expires_in_days: number;
  send: boolean;
};

/** An invitation and the path of its link to copy. */
export type Invited = { row: InvitationRow; path: string };

/** What has to hold for every address of a call. @throws AppError validation_failed, not_found, requires-recent-login */
export async function checkOffer(platform: Platform, actor: MemberActor, offer: InvitationOffer): Promise<void> {
  refuseIf(validateInvitation(actor, offer.role, offer.restrictions));
  if (raisesRole(null, offer.role)) requireRecent(actor);
  const limits = mergeRestrictions(offer.role, null, offer.restrictions ?? {});
  await platform.db.withTenant(actor.clientId, async (tx) => {
    if (namesLink(offer.note ?? '') && !(await isVerifiedAccount(tx, actor.clientId))) {
      throw invalid('note', 'Connect a WhatsApp number before you send links in invitations.');
    }
    if (!(await areChannels(tx, actor.clientId, limits?.channel_ids ?? []))) {
      throw new AppError('not_found', { message: 'This channel was not found.' });
    }
    if (!(await areGroups(tx, idsOf(offer.group_ids)))) {
      throw new AppError('not_found', { message: 'This group was not found.' });
    }
  });
}

/**
 * Invites one address: row, email and audit in one transaction. The same call again answers the same link.
 * @param email in the contract's spelling
 * @throws AppError already_member, invitation_exists (data names the one in the way), id_conflict
 */
export async function invite(
  platform: Platform,
  call: MemberCall,
  email: string,
  offer: InvitationOffer,
  givenId: string | undefined,
): Promise<Invited & { created: boolean }> {
  const { actor } = call;
  const id = callId(call, 'POST /api/invitations', givenId);
  const offered = { email, role: offer.role, restrictions: offer.restrictions, group_ids: offer.group_ids };
  const event = { ...auditOf(call, 'invited', id), detail: { changes: changesBetween({}, offered) } };
  const outcome = await transactAcrossAccounts(platform, async (tx) => {
    const made = await insertFresh(platform, tx, actor, { id, email, offer });
    if (!made) return explain(tx, actor.clientId, id, email, hashOffer(email, offer));
    await writeAudit(tx, event);
    const row = await getOpen(tx, actor.clientId, id);
    if (offer.send) await enqueueInvitationEmail(platform, tx, row);
    return { row: await getOpen(tx, actor.clientId, id), created: true };
  });
  if (outcome.created) logAudit(platform.log, event);
  if (outcome.created && offer.send) notifyMailWorker(platform);
  return { ...outcome, path: copyPath(platform, outcome.row) };
}

async function insertFresh(
  platform: Platform,
  tx: Executor,
  actor: MemberActor,
  { id, email, offer }: { id: string; email: string; offer: InvitationOffer },
): Promise<boolean> {
  const { clientId } = actor;
  if (await isMemberByEmail(tx, clientId, email)) {
    const msg = 'This person is already a member.';
    throw new AppError('already_member', { data: [{ field: 'email', msg }] });
  }
  const { sameId, sameEmail } = await findConflictingInvitation(tx, clientId, id, email);
  if (sameId === null && sameEmail?.expired !== false) await refuseTooMany(tx, actor);
  // An expired one only keeps the place of the next.
  if (sameEmail?.expired === true && sameEmail.id !== id) await revokeInvitation(tx, clientId, sameEmail.id);
  return insertInvitation(tx, {
    clientId,
    id,
    email,
    role: offer.role,
    restrictions: mergeRestrictions(offer.role, null, offer.restrictions ?? {}),
    groupIds: idsOf(offer.group_ids),
    note: offer.note ?? '',
    invitedBy: actor.uid,
    requestHash: hashOffer(email, offer),
    hashes: linkHashes(platform, { clientId, id, serial: 1 }),
    lifeDays: offer.expires_in_days,
  });
}

/**
 * @throws AppError('too_many_requests') for an account, or a user in all accounts, that invited too many within a day
 */
async function refuseTooMany(tx: Executor, { clientId, uid }: MemberActor): Promise<void> {
  const most = (await isVerifiedAccount(tx, clientId)) ? mostADay.verified : mostADay.others;
  const { count, wait_s: retryAfterS } = await countInvited(tx, clientId, uid);
  if (count < most) return;
  const message = `You can send ${most} invitations a day. Try again tomorrow.`;
  throw new AppError('too_many_requests', { message, retryAfterS });
}

/** Why nothing was inserted: the same call was made before, or something else is in the way. */
async function explain(
  tx: Executor,
  clientId: string,
  id: string,
  email: string,
  requestHash: Buffer,
): Promise<{ row: InvitationRow; created: false }> {
  const { sameId, sameEmail } = await findConflictingInvitation(tx, clientId, id, email);
  if (sameId?.request_hash.equals(requestHash) === true) return { row: sameId, created: false };
  if (sameId !== null) {
    throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another invitation has this id.' }] });
  }
  const msg = 'This person is invited already. Resend the invitation instead.';
  const inTheWay = sameEmail === null ? {} : { id: sameEmail.id };
  throw new AppError('invitation_exists', { data: [{ field: 'email', msg, ...inTheWay }] });
}

export type InviteResult = {
  email: string;
  outcome: 'invited' | 'already_invited' | 'already_member' | 'invalid';
  msg: string | null;
  invited: Invited | null;
};

/** Invites many, each in a transaction of its own: what is wrong with one address costs the others nothing. */
export async function inviteMany(
  platform: Platform,
  call: MemberCall,
  body: InputOf<'POST /api/invitations/batch'>['body'] & InvitationOffer,
): Promise<InviteResult[]> {
  const { emails, ...offer } = body;
  await checkOffer(platform, call.actor, offer);
  const results: InviteResult[] = [];
  const seen = new Set<string>();
  for (const [index, typed] of emails.entries()) {
    const parsed = identitySchemas.email.safeParse(typed, { error: issueText });
    if (!parsed.success) {
      const msg = parsed.error.issues[0]?.message ?? 'This is not an email address.';
      results.push({ email: typed, outcome: 'invalid', msg, invited: null });
      continue;
    }
    if (seen.has(parsed.data)) {
      results.push({ email: typed, outcome: 'already_invited', msg: 'This email is listed twice.', invited: null });
      continue;
    }
    seen.add(parsed.data);
    results.push(await inviteOne(platform, keyedCall(call, index), typed, parsed.data, offer));
  }
  return results;
}

/** A call whose Idempotency-Key means the same address again, not the same invitation for every address. */
function keyedCall(call: MemberCall, index: number): MemberCall {
  const { actor, ip, requestId, idempotencyKey: key } = call;
  return { actor, ip, requestId, idempotencyKey: key === undefined ? undefined : `${key}#${index}` };
}

async function inviteOne(
  platform: Platform,
  call: MemberCall,
  typed: string,
  email: string,
  offer: InvitationOffer,
): Promise<InviteResult> {
  try {
    return {
      email: typed,
      outcome: 'invited',
      msg: null,
      invited: await invite(platform, call, email, offer, undefined),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'already_member' && error.code !== 'invitation_exists') throw error;
    const outcome = error.code === 'already_member' ? 'already_member' : 'already_invited';
    return { email: typed, outcome, msg: error.message, invited: null };
  }
}

/**
 * New links for another term, by mail if wanted; the ones before are dead. The link of an Owner or Admin is as good as
 * their role, so it needs a recent sign-in like the first one.
 * @throws AppError not_found; requires-recent-login; too_many_requests within a minute of the email before, and beyond
 * the emails of a day
 */
export async function resend(
  platform: Platform,
  call: MemberCall,
  id: string,
  options: { send: boolean; expires_in_days: number },
): Promise<Invited> {
  const { clientId } = call.actor;
  const row = await transactAcrossAccounts(platform, async (tx) => {
    const found = await getOpen(tx, clientId, id);
    refuseIf(validateInvitation(call.actor, found.role, undefined));
    if (raisesRole(null, found.role)) requireRecent(call.actor);
    if (options.send && found.serial > mostRenewals) {
      throw new AppError('too_many_requests', {
        message: 'This invitation was sent too many times. Revoke it and create a new one.',
      });
    }
    const waitMs = found.sent_at === null ? 0 : found.sent_at.getTime() + resendPauseMs - Date.now();
    if (options.send && waitMs > 0) {
      const message = 'This invitation was sent less than a minute ago.';
      throw new AppError('too_many_requests', { message, retryAfterS: Math.ceil(waitMs / 1_000) });
    }
    if (options.send) await refuseTooMany(tx, call.actor);
    const hashes = linkHashes(platform, { clientId, id: found.id, serial: found.serial + 1 });
    await renewInvitation(tx, clientId, found.id, hashes, options.expires_in_days);
    if (options.send) await enqueueInvitationEmail(platform, tx, await getOpen(tx, clientId, id));
    const renewed = await getOpen(tx, clientId, id);
    await auditChanges(tx, call, 'team.invitation_renewed', id, termOf(found), termOf(renewed));
    return renewed;
  });
  if (options.send) notifyMailWorker(platform);
  return { row, path: copyPath(platform, row) };
}

/** Changes what an unanswered invitation offers. @throws AppError not_found, validation_failed */
export async function changeInvitationOffer(
  platform: Platform,
  call: MemberCall,
  id: string,
  change: { role?: Role | undefined; restrictions?: InvitationOffer['restrictions'] },
): Promise<InvitationRow> {
  const { clientId } = call.actor;
  return transactAcrossAccounts(platform, async (tx) => {
    const found = await getOpen(tx, clientId, id);
    const role = change.role ?? found.role;
    refuseIf(validateInvitation(call.actor, found.role, undefined));
    refuseIf(validateInvitation(call.actor, role, change.restrictions));
    if (raisesRole(found.role, change.role)) requireRecent(call.actor);
    const limits = mergeRestrictions(role, found.restrictions, change.restrictions ?? {});
    if (!(await areChannels(tx, clientId, limits?.channel_ids ?? []))) {
      throw new AppError('not_found', { message: 'This channel was not found.' });
    }
    await updateInvitation(tx, clientId, found.id, role, limits);
    const changed = await getOpen(tx, clientId, id);
    await auditChanges(tx, call, 'team.invitation_changed', id, offerOf(found), offerOf(changed));
    return changed;
  });
}

function termOf({ serial, expires_at: expiresAt }: InvitationRow) {
  return { serial, expires_at: expiresAt.toISOString() };
}

/** What the audit log says about an invitation. */
export function offerOf({ email, role, restrictions, group_ids }: InvitationRow) {
  return { email, role, restrictions, group_ids };
}

export async function getOpen(tx: Executor, clientId: string, id: string): Promise<InvitationRow> {
  const row = isUuid(id) ? await lockInvitation(tx, clientId, id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This invitation was not found.' });
  return row;
}

async function enqueueInvitationEmail(platform: Platform, tx: Executor, row: InvitationRow): Promise<void> {
  const { client_id: clientId, id, email, role, note, serial, expires_at: expiresAt } = row;
  const url = `${platform.publicUrl()}${linkPath(linkToken(platform, 'mail', { clientId, id, serial }))}`;
  const verified = await isVerifiedAccount(tx, clientId);
  const shown = (text: string) => (verified ? text : withoutLink(text));
  const { name, greeting } = await findInvitationBranding(tx, clientId);
  const about = { account: shown(name), inviter: shown(row.inviter_name), greeting: shown(greeting) };
  const letter = invitationEmail(email, { ...about, role, note: shown(note), url, expiresAt });
  const content = { ...letter, causedBy: row.invited_by };
  await takeEmailToStranger(tx, platform, { by: row.invited_by, to: email });
  const lifeS = Math.max(Math.round((expiresAt.getTime() - Date.now()) / 1_000), secondsADay);
  await setInvitationEmail(tx, clientId, id, await enqueueEmail(tx, platform, content, lifeS, clientId));
}

function namesLink(text: string): boolean {
  return linkLike.test(text);
}

function copyPath(platform: Platform, { client_id: clientId, id, serial }: InvitationRow): string {
  return linkPath(linkToken(platform, 'copy', { clientId, id, serial }));
}

function idsOf(ids: readonly string[] | undefined): string[] {
  return [...new Set((ids ?? []).map((id) => id.toLowerCase()))];
}

function hashOffer(email: string, offer: InvitationOffer): Buffer {
  const { role, restrictions = {}, group_ids: groups = [], note = '', expires_in_days: days } = offer;
  return hashRequest([email, role, Object.entries(restrictions).sort(), idsOf(groups).sort(), note, days]);
}
