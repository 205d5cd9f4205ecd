import { logAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { type Caller, eventOf, type IdentityContext } from '../context.ts';
import { dropUnprovenWaysIn, isSetupPerson, markEmailVerified } from '../person-repo.ts';
import { revokeOtherSessions } from '../session-repo.ts';

const nilId = '00000000-0000-0000-0000-000000000000';

/**
 * Somebody has just shown that an address is theirs. If nobody had before, whoever set its password or connected a
 * provider may have been somebody else: those ways in and their sessions end. The first person of the installation keeps
 * them; holding the setup link was proof enough.
 * @returns what to call when the transaction has committed
 */
export async function proveAddress(
  context: IdentityContext,
  tx: Executor,
  person: { id: string; verified: boolean },
  caller: Caller,
): Promise<() => void> {
  if (person.verified || !(await markEmailVerified(tx, person.id))) return () => undefined;
  if (await isSetupPerson(tx, person.id)) return () => undefined;
  await dropUnprovenWaysIn(tx, person.id);
  const ended = await revokeOtherSessions(tx, person.id, nilId, 'taken_over');
  return () => {
    const { platform } = context;
    logAudit(platform.log, eventOf(caller, 'address_proven', { uid: person.id, clientId: null, target: person.id }));
    for (const sid of ended) platform.signal.hint('sessions', sid);
  };
}
