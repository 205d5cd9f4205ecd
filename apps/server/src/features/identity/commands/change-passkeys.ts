import { said } from '@parley/contract/said';
import type { NewPasskey } from '@parley/contract/types';
import type { UserActor } from '../../../platform/auth/actor.ts';
import { changesBetween, writeAudit } from '../../../platform/auth/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Caller, eventOf, type IdentityContext, requireRecent } from '../context.ts';
import { countFactors } from '../factor-repo.ts';
import { deletePasskey, insertPasskey, listPasskeys, renamePasskey } from '../passkey-repo.ts';
import { maxPasskeys } from '../rules.ts';
import { addFactor, type FactorChange, removeFactor, settle } from './factor-changes.ts';
import { verifyNewPasskey } from './passkey-proof.ts';
import type { FactorProof } from './second-factor.ts';

/**
 * Adds the passkey that the browser made.
 * @returns recovery codes, shown once; none when there are factors already
 * @throws AppError('requires-recent-login'), ('passkey_exists'), ('limit_reached'); as `verifyPasskey`
 */
export async function addPasskey(
  context: IdentityContext,
  actor: UserActor,
  { name, passkey }: { name: string; passkey: NewPasskey },
  caller: Caller,
): Promise<string[]> {
  requireRecent(actor);
  const key = await verifyNewPasskey(context, actor.uid, passkey);
  const transports = passkey.response.transports ?? [];
  return addFactor(context, actor, caller, changeOf('passkey_added', name), async (tx) => {
    if (await insertPasskey(tx, { ...key, id: newId(), userId: actor.uid, transports, name })) return;
    const { passkeys } = await countFactors(tx, actor.uid);
    if (passkeys < maxPasskeys) {
      const msg = 'This passkey is registered already. Use another device or password manager.';
      throw new AppError('passkey_exists', { data: [{ field: 'passkey', msg }] });
    }
    throw new AppError('limit_reached', { message: `You can have ${maxPasskeys} passkeys. Remove one first.` });
  });
}

/** @throws AppError('not_found') */
export async function changePasskeyName(
  context: IdentityContext,
  actor: UserActor,
  { id, name }: { id: string; name: string },
  caller: Caller,
): Promise<void> {
  await requireOwn(context, actor, id);
  const event = await context.transact(async (tx) => {
    const before = await renamePasskey(tx, actor.uid, id, name);
    if (before === null) throw unknownHere();
    const detail = { changes: changesBetween({ name: before }, { name }) };
    const renamed = eventOf(caller, 'passkey_renamed', {
      uid: actor.uid,
      clientId: actor.clientId,
      target: actor.uid,
      detail,
    });
    await writeAudit(tx, renamed);
    return renamed;
  });
  settle(context, [event], []);
}

/** @throws AppError('not_found'); as `removeFactor` */
export async function removePasskey(
  context: IdentityContext,
  actor: UserActor,
  { id, proof }: { id: string; proof: FactorProof },
  caller: Caller,
): Promise<void> {
  await requireOwn(context, actor, id);
  await removeFactor(context, actor, proof, caller, async (tx) => {
    const name = await deletePasskey(tx, actor.uid, id);
    if (name === null) throw unknownHere();
    return changeOf('passkey_removed', name);
  });
}

/** Said before anything else is asked for. @throws AppError('not_found') */
async function requireOwn({ database }: IdentityContext, actor: UserActor, id: string): Promise<void> {
  if (!(await listPasskeys(database, actor.uid)).some((passkey) => passkey.id === id)) throw unknownHere();
}

function changeOf(action: 'passkey_added' | 'passkey_removed', name: string): FactorChange {
  return { action, subject: said(`The passkey “${name}”`), needs: said('a passkey'), detail: { name } };
}

function unknownHere(): AppError {
  return new AppError('not_found', { message: 'This passkey was not found. It may have been removed.' });
}
