import { ConfigError } from './config.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { EmbeddedPostgresError } from './postgres/embedded.ts';

/**
 * One line for the operator about a failed start, naming the variable to fix where there is one.
 * @param env the settings of this start
 * @returns null for a bug in the program, whose stack is more useful
 */
export function explainStartError(error: unknown, env: Record<string, string | undefined>): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError) return oneLine(error.message);
  if (isDatabaseUnavailable(error)) return `the database does not answer (${oneLine(error.message)})`;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const port = env['PORT'] ?? '3000';
  if (code === 'EADDRINUSE') return `PORT ${port} is in use by another program. Set PORT to a free one.`;
  if (code === 'EACCES' && syscall === 'listen') return `PORT ${port} needs more rights. Set PORT to one above 1023.`;
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `HOST: cannot listen on ${env['HOST']} (${code})`;
  return error.name === 'Error' ? oneLine(error.message) : null;
}

/**
 * DATABASE_URL is the cause when the database refuses the connection; a failed migration explains itself and has no
 * code.
 */
export function toDatabaseUrlError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (!(error instanceof Error) || code === undefined) return error;
  return new ConfigError(`DATABASE_URL: the database cannot be used (${oneLine(error.message) || code})`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}
