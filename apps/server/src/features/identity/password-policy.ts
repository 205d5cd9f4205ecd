import { invalid } from '../../platform/errors.ts';
import { commonPasswords } from './common-passwords.ts';
import type { IdentityContext } from './context.ts';
import { type PasswordContext, passwordProblem } from './rules.ts';

/** @throws AppError('validation_failed') with field `password`, saying what is wrong with a new one */
export async function requireGoodPassword(
  { platform }: Pick<IdentityContext, 'platform'>,
  password: string,
  about: PasswordContext,
): Promise<void> {
  const problem = passwordProblem(password, platform.config.MIN_PASSWORD_LENGTH, await commonPasswords(), about);
  if (problem !== null) throw invalid('password', problem);
}
