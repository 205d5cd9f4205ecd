import type { Role } from '@parley/contract/types';
import { type AuditedCall, auditEventOf, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { provideUser } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { userChange } from './member-changes.ts';
import { addMember, updateMember } from './member-repo.ts';
import { countMembers, lockSignInProvider, wasMember } from './provision-repo.ts';
import { type ComingUser, validateProvision } from './rules.ts';
import { transactAcrossAccounts } from './system-transactions.ts';

/** An account with this many members gets no more of them from an identity provider. */
const mostMembers = 5_000;

export type ProvisionedMember = { email: string; name: string; role: Role; suspended: boolean };

/**
 * Makes somebody a member whom an identity provider names, without asking them.
 * @param also further rows, in the same transaction
 * @returns the user’s id
 * @throws AppError already_member, account_exists, limit_reached, too_many_requests
 */
export async function provisionMember(
  platform: Platform,
  call: AuditedCall,
  { email, name, role, suspended }: ProvisionedMember,
  also: (tx: Parameters<typeof updateMember>[0], userId: string) => Promise<void>,
): Promise<string> {
  const { clientId } = call.actor;
  const { userId, event } = await transactAcrossAccounts(platform, async (system) => {
    const tx = { ...system, clientId };
    const provider = await lockSignInProvider(tx);
    if ((await countMembers(tx)) >= mostMembers) {
      throw new AppError('limit_reached', { message: `An account can have ${mostMembers} members from a provider.` });
    }
    const user = await provideUser(system, platform, { clientId, email, name });
    const { id: userId } = user;
    const coming: ComingUser = { ...user, wasMember: await wasMember(tx, userId) };
    const version = await addMember(system, clientId, { userId, role, name, email, restrictions: null });
    if (version === null) throw new AppError('already_member', { message: 'A member has this email address.' });
    const refused = validateProvision(coming, provider !== null);
    if (refused !== null) throw new AppError('account_exists', { message: refused });
    if (suspended) await updateMember(tx, userId, { ...unchanged, suspended }, true);
    await also(tx, userId);
    await addChanges(tx, [userChange(userId, 'NEW', version)]);
    const detail = { name, changes: [{ field: 'role', from: null, to: role }] };
    const event = auditEventOf(call, 'team.member_provisioned', userId, detail);
    await writeAudit(tx, event);
    return { userId, event };
  });
  logAudit(platform.log, event);
  platform.notifier.notify('changes_new', clientId);
  return userId;
}

const unchanged = {
  name: undefined,
  customerName: undefined,
  awayUntil: undefined,
  workingHours: undefined,
  role: undefined,
  restrictions: undefined,
};
