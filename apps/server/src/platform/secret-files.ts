import { readFileSync } from 'node:fs';

/** Settings whose value may be the content of a file, as containers are given secrets: `NAME_FILE` has its path. */
export const secretSettings = [
  ...['DATABASE_URL', 'SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'SETUP_TOKEN', 'BACKUP_PASSPHRASE', 'SMTP_URL'],
  ...[
    'EXPORT_PASSWORD',
    'META_APP_SECRET',
    'META_VERIFY_TOKEN',
    'OIDC_PROVIDERS',
    'ONESIGNAL_API_KEY',
    'METRICS_TOKEN',
  ],
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
];
const mostCharacters = 65_536;

/**
 * The environment with the contents of files in place of their paths, without a line break at the end.
 * @param fail is given one line that names the setting
 */
export function readSecretFiles(
  env: Readonly<Record<string, string>>,
  fail: (line: string) => never,
): Record<string, string> {
  const read: Record<string, string> = { ...env };
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`];
    if (path === undefined) continue;
    if (env[name] !== undefined) fail(`${name}_FILE: ${name} is set as well; keep one of them`);
    const text = contentOf(path, (why) => fail(`${name}_FILE: ${path} ${why}`));
    read[name] = text.replace(/\r?\n$/, '');
  }
  return read;
}

function contentOf(path: string, fail: (why: string) => never): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return fail('does not exist');
    if (code === 'EACCES') return fail('may not be read by this user');
    return fail(`cannot be read (${code})`);
  }
  if (text.trim() === '') return fail('is empty');
  return text.length > mostCharacters ? fail('is too long for a secret') : text;
}
