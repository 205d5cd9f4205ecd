import { randomBytes } from 'node:crypto';
import type { Language } from '@parley/contract/languages';
import type { Executor } from '../../platform/db/sql.ts';
import type { Email } from '../../platform/mail/email.ts';
import { hashToken, type IdentityContext, newCode, write } from './context.ts';
import { codePolicy } from './rules.ts';
import { addCode, type CodePurpose } from './token-repo.ts';

/**
 * Stores a code and enqueues its email in one transaction.
 * @param email receives the digits; no one can use the code when the email omits them
 * @returns the handle for the browser that requested it
 */
export async function sendCode(
  context: IdentityContext,
  tx: Executor,
  code: { purpose: CodePurpose; email: string; userId?: string; payload?: unknown; language: Language | null },
  buildEmail: (digits: string) => Email,
): Promise<string> {
  const handle = randomBytes(24).toString('base64url');
  const digits = newCode();
  const handleHash = hashToken(handle);
  await addCode(tx, {
    handleHash,
    codeHash: context.codeHash(handle, digits),
    purpose: code.purpose,
    email: code.email,
    userId: code.userId ?? null,
    payloadEnc:
      code.payload === undefined
        ? null
        : context.platform.secrets.seal(JSON.stringify(code.payload), placeOf(handleHash)),
    lifeS: codePolicy.lifeS,
  });
  const { language } = code;
  await write(context, tx, { ...buildEmail(digits), ...(language && { language }) }, codePolicy.lifeS);
  return handle;
}

/** The payload given to `sendCode`. */
export function openPayload<T>(context: IdentityContext, handle: string, sealed: Buffer): T {
  return JSON.parse(context.platform.secrets.open(sealed, placeOf(hashToken(handle)))) as T;
}

function placeOf(handleHash: Buffer): string {
  return `one_time_tokens.payload:${handleHash.toString('hex')}`;
}
