import type { PasskeyAnswer, Tokens } from '@parley/contract/types';
import { logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Executor, Transaction } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { notifyMailWorker } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Caller, eventOf, hashToken, type IdentityContext, write } from '../context.ts';
import { recoveryCodeUsedEmail } from '../emails.ts';
import {
  countRecoveryCodes,
  endPendingSignIn,
  findRecoveryCode,
  findTotp,
  lockSealedFactors,
  storeResealedFactor,
  tryPendingSignIn,
  useRecoveryCode,
  useTotp,
} from '../factor-repo.ts';
import type { ChallengePurpose } from '../passkey-repo.ts';
import { normalizeRecoveryCode, selectorOf } from '../recovery-codes.ts';
import { findAccount, getUser } from '../repo.ts';
import { throttlePolicy } from '../rules.ts';
import type { SecondFactor } from '../session-repo.ts';
import { clearAttempts, takeThrottledAttempt } from '../token-repo.ts';
import { totpCounter } from '../totp.ts';
import { findUserById } from '../user-repo.ts';
import { noteFailure } from './caller-limit.ts';
import { answerSignIn, openVerifiedSession } from './open-session.ts';
import { verifyPasskey } from './passkey-proof.ts';
import { openPendingMethod, startAgain } from './pending-sign-in.ts';

const noticeLifeS = 24 * 3600;

/** A code of the authenticator app, a recovery code, or a passkey. */
export type FactorProof = { code: string } | { passkey: PasskeyAnswer };

/**
 * Finishes a sign-in with a second factor.
 * @throws AppError('invalid-credential') with field `code`, or `handle` when it has to start again;
 * ('too_many_requests'); as `verifyPasskey`
 */
export async function finishSignIn(
  context: IdentityContext,
  input: FactorProof & { handle: string },
  caller: Caller,
): Promise<Tokens> {
  const hash = hashToken(input.handle);
  // Counted in a statement of its own, so that wrong tries stay counted.
  const pending = await tryPendingSignIn(context.database, hash);
  if (pending === null) throw startAgain();
  const { user_id: uid, payload_enc: sealed } = pending;
  const way = openPendingMethod(context, hash, sealed);
  const opened = await withSecondFactor(context, uid, input, 'passkey_step', caller, async (tx, factor) => {
    if (!(await endPendingSignIn(tx, hash))) throw startAgain();
    if ((await findUserById(tx, uid))?.disabled !== false) throw startAgain();
    return openVerifiedSession(context, tx, { uid, way, factor }, caller);
  });
  return answerSignIn(context, opened);
}

/**
 * Verifies a second factor of a user under their throttle, and uses it up together with what follows.
 * @param purpose what the challenge of a passkey must have been made for
 * @param whenRight in the same transaction
 * @throws AppError('invalid-credential') with field `code`; ('too_many_requests'); as `verifyPasskey`
 */
export async function withSecondFactor<T>(
  context: IdentityContext,
  uid: string,
  proof: FactorProof,
  purpose: ChallengePurpose,
  caller: Caller,
  whenRight: (tx: Transaction, factor: SecondFactor) => Promise<T>,
): Promise<T> {
  const key = context.limitKey('second factor', uid);
  const waitS = await takeThrottledAttempt(context.database, key, throttlePolicy);
  if (waitS > 0) {
    const message = `Too many wrong tries. Try again in ${waitS} seconds.`;
    throw new AppError('too_many_requests', { message, retryAfterS: waitS });
  }
  const verified =
    'passkey' in proof
      ? await verifyFactorPasskey(context, uid, proof.passkey, purpose, caller)
      : await verifyCode(context, uid, proof.code);
  const result =
    verified === null
      ? null
      : await context.transact(async (tx) => {
          if (!(await verified.use(tx))) return null;
          await clearAttempts(tx, key);
          if (verified.factor === 'recovery') await reportRecoveryCode(context, tx, uid, caller);
          return { value: await whenRight(tx, verified.factor) };
        });
  if (result !== null) {
    notifyMailWorker(context.platform);
    return result.value;
  }
  logAudit(context.platform.log, eventOf(caller, 'second_factor_failed', { uid, clientId: null, target: uid }));
  await noteFailure(context, caller);
  throw new AppError('invalid-credential', { data: [{ field: 'code', msg: wrongFactorCode }] });
}

export const wrongFactorCode = 'This code is wrong or was used before. Wait for the next one.';

type Verified = { factor: SecondFactor; use(tx: Executor): Promise<boolean> };

async function verifyFactorPasskey(
  context: IdentityContext,
  uid: string,
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
  caller: Caller,
): Promise<Verified> {
  const shown = await verifyPasskey(context, answer, { purpose, uid }, caller);
  return { factor: 'passkey', use: (tx) => shown.use(tx).then(() => true) };
}

async function verifyCode(context: IdentityContext, uid: string, typed: string): Promise<Verified | null> {
  const digits = typed.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const row = await findTotp(context.database, uid);
    if (row?.confirmed_at == null) return null;
    const counter = totpCounter(openFactorSecret(context.platform, row.id, row.secret_enc), digits, Date.now());
    return counter === null ? null : { factor: 'totp', use: (tx) => useTotp(tx, row.id, counter) };
  }
  const code = normalizeRecoveryCode(typed);
  if (code === null) return null;
  const row = await findRecoveryCode(context.database, uid, selectorOf(code));
  const matches = await context.passwords.matches(code, row?.hash ?? null);
  return row !== null && matches ? { factor: 'recovery', use: (tx) => useRecoveryCode(tx, row.id) } : null;
}

async function reportRecoveryCode(context: IdentityContext, tx: Executor, uid: string, caller: Caller): Promise<void> {
  const { email } = await getUser(tx, uid);
  await write(context, tx, recoveryCodeUsedEmail(email, await countRecoveryCodes(tx, uid)), noticeLifeS);
  const clientId = (await findAccount(tx, uid, null))?.client_id ?? null;
  await writeAudit(tx, eventOf(caller, 'recovery_code_used', { uid, clientId, target: uid }));
}

function factorContext(id: string): string {
  return `user_factors.secret:${id}`;
}

export function sealFactorSecret({ secrets }: Pick<Platform, 'secrets'>, id: string, secret: string): Buffer {
  return secrets.seal(secret, factorContext(id));
}

export function openFactorSecret({ secrets }: Pick<Platform, 'secrets'>, id: string, sealed: Buffer): string {
  return secrets.open(sealed, factorContext(id));
}

/** After a change of the installation's key: seals what was sealed before with the new one. @returns how many */
export async function resealFactors(platform: Platform): Promise<number> {
  const { secrets } = platform;
  return platform.db.system.transaction('maintenance', async (tx) => {
    const rows = (await lockSealedFactors(tx)).filter(({ secret_enc: sealed }) => secrets.isSealedBefore(sealed));
    for (const { id, secret_enc: sealed } of rows) {
      await storeResealedFactor(tx, id, sealFactorSecret(platform, id, openFactorSecret(platform, id, sealed)));
    }
    return rows.length;
  });
}
