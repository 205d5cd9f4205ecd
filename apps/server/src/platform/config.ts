import { isIP } from 'node:net';
import { isAbsolute, relative, resolve } from 'node:path';
import { z } from 'zod';
import { readSecretFiles } from './secret-files.ts';

/** An invalid setting; `message` is one line that names the variable. */
export class ConfigError extends Error {}

/** A base URL to which paths are appended: with a query or credentials the result would be invalid. */
const url = z
  .url({ protocol: /^https?$/ })
  .refine((value) => {
    if (!URL.canParse(value)) return true; // Reported already.
    const { username, password, search, hash } = new URL(value);
    return [username, password, search, hash].every((part) => part === '');
  }, 'must be an address without credentials, query or fragment')
  .transform((value) => value.replace(/\/+$/, ''));
const optional = <T extends z.ZodType>(schema: T) => schema.optional();
const onOffFlag = z.enum(['on', 'off']).transform((value) => value === 'on');
const flag = z.enum(['0', '1']).transform((value) => value === '1');

const provider = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  name: z.string().min(1),
  issuer: z.url(),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  trusted: z.boolean().optional(),
});

const jsonOf = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return z.NEVER;
      }
    })
    .pipe(schema);

const privateHost = z
  .string()
  .regex(/^[^\s:]+:\d{1,5}$/, 'needs host:port, separated by commas')
  .refine((text) => Number(text.split(':')[1]) <= 65_535, 'needs ports up to 65535');

/** A proxy in the HTTP server's syntax: a group that it knows by name, an address, or a range. */
function isProxy(part: string): boolean {
  if (['linklocal', 'loopback', 'uniquelocal'].includes(part)) return true;
  const [address = '', bits, ...rest] = part.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  return family !== 0 && rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most));
}

const makeOne = 'make one with "openssl rand -hex 24"';
/** What examples of settings write in place of a secret. */
const placeholder = /change.?me|replace|example|placeholder|your.?(?:own.?)?(?:setup.?)?token|random/i;

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: optional(url),
  PUBLIC_MEDIA_URL: optional(url),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optional(z.string().regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')),
  OLD_POSTGRES_BIN: optional(z.string().regex(/^\//, 'needs the full path of a folder')),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  GRAPH_BASE_URL: url.default('https://graph.facebook.com'),
  GRAPH_VERSION: z
    .string()
    .regex(/^v\d{1,3}\.0$/, 'looks like v26.0')
    .default('v26.0'),
  META_APP_ID: optional(z.string().min(1)),
  META_APP_SECRET: optional(z.string().min(1)),
  META_VERIFY_TOKEN: optional(z.string().min(1)),
  META_LOGIN_CONFIG_ID: optional(z.string().min(1)),
  META_DIALOG_URL: url.default('https://www.facebook.com'),
  SIGN_UP: z.enum(['invite-only', 'open']).default('invite-only'),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')),
  SECRET_KEY: optional(z.string().min(32, 'needs at least 32 characters')),
  SECRET_KEY_PREVIOUS: optional(z.string().min(32, 'needs at least 32 characters')),
  MIN_PASSWORD_LENGTH: z.coerce.number().int().min(6).max(128).default(8),
  OIDC_PROVIDERS: optional(jsonOf(z.array(provider))),
  ONESIGNAL_APP_ID: optional(z.string().min(1)),
  ONESIGNAL_API_KEY: optional(z.string().min(1)),
  ONESIGNAL_API_URL: url.default('https://api.onesignal.com'),
  S3_ENDPOINT: optional(url),
  S3_REGION: optional(z.string().min(1)),
  S3_BUCKET: optional(z.string().min(1)),
  S3_ACCESS_KEY_ID: optional(z.string().min(1)),
  S3_SECRET_ACCESS_KEY: optional(z.string().min(1)),
  TRUSTED_PROXY: optional(
    z
      .string()
      .refine(
        (value) => value.split(',').every((part) => isProxy(part.trim())),
        'needs addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas',
      ),
  ),
  CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(10).max(1_000_000).default(4_096),
  CALLS_PER_SECOND: z.coerce.number().int().min(0).max(1_000_000).default(200),
  ACCOUNTS_PER_USER_A_DAY: z.coerce.number().int().min(1).max(1_000_000).default(20),
  ACCOUNT_CALLS_PER_SECOND: z.coerce.number().int().min(0).max(1_000_000).default(1_000),
  BODY_MEMORY_MB: z.coerce.number().int().min(10).max(100_000).default(32),
  SANDBOX: onOffFlag.default(true),
  LOGIN_TEST: flag.default(false),
  GALLERY: flag.default(false),
  METRICS_TOKEN: optional(z.string().regex(/^[\x21-\x7e]{16,}$/, 'needs at least 16 characters without blanks')),
  SETUP_TOKEN: optional(
    z
      .string()
      .regex(/^[\w-]{24,128}$/, `needs 24 to 128 letters, digits, - or _: ${makeOne}`)
      .refine((value) => new Set(value).size >= 8 && !placeholder.test(value), `is easy to guess: ${makeOne}`),
  ),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'needs at least 12 characters')),
  EXPORT_PASSWORD: optional(z.string()),
  BACKUP_DIR: optional(z.string().regex(/^\//, 'needs the full path of a folder')),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'needs a time of day, such as 03:00')
    .default('03:00'),
  BACKUP_MEDIA: onOffFlag.default(true),
  BACKUP_BUCKET: optional(z.string().min(1)),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(7),
  ALLOWED_PRIVATE_HOSTS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(privateHost)),
  MALWARE_SCANNER: optional(
    z
      .string()
      .trim()
      .refine(
        (value) => value.startsWith('/') || (/^icap:\/\/./.test(value) && URL.canParse(value)),
        'needs the full path of a command, with its arguments, or icap://host/service',
      ),
  ),
  TRANSCRIPTION_COMMAND: optional(
    z.string().trim().regex(/^\//, 'needs the full path of a command, with its arguments'),
  ),
  BUG_REPORTS_DIR: optional(z.string().regex(/^\//, 'needs the full path of a folder')),
  DISK_RESERVE_MB: z.coerce.number().int().min(0).max(100_000_000).default(500),
  MEDIA_QUOTA_MB: z.coerce.number().int().min(1).max(100_000_000).default(20_480),
  MEDIA_KEEP_DAYS: optional(z.coerce.number().int().min(1).max(36_500)),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = Readonly<z.output<typeof schema>> & { readonly dataDir: string };

/** What is wrong with a value, in words that follow its name. */
function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'must be a whole number' : 'is missing';
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int' ? `must be at least ${issue.minimum}` : issue.message;
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int' ? `must be at most ${issue.maximum}` : issue.message;
    case 'invalid_format':
      return issue.format === 'url' ? 'must be an address that begins with http:// or https://' : issue.message;
    default:
      return issue.message;
  }
}

/**
 * Reads every setting once. An empty variable counts as not set; secrets may be in files.
 * @throws ConfigError naming the first invalid variable
 */
export function parseConfig(env: Record<string, string | undefined>, cwd: string): Config {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value !== undefined && value !== '') given[name] = value;
  const result = schema.safeParse(
    readSecretFiles(given, (line) => {
      throw new ConfigError(line);
    }),
  );
  if (!result.success) {
    const issue = result.error.issues[0];
    const [name = 'configuration', ...within] = issue?.path ?? [];
    const place = within.length === 0 ? '' : `${within.join('.')} `;
    throw new ConfigError(`${name.toString()}: ${place}${issue === undefined ? 'cannot be used' : wordsOf(issue)}`);
  }
  const values = result.data;
  if (values.DATABASE_URL !== undefined && !URL.canParse(values.DATABASE_URL.replace('@/', '@localhost/'))) {
    throw new ConfigError('DATABASE_URL: is not a database address');
  }
  checkDatabase(values.DATABASE_URL);
  if (values.SECRET_KEY_PREVIOUS !== undefined && values.SECRET_KEY === undefined) {
    throw new ConfigError('SECRET_KEY_PREVIOUS: is the key before SECRET_KEY, which is not set');
  }
  const dataDir = isAbsolute(values.DATA_DIR) ? values.DATA_DIR : resolve(cwd, values.DATA_DIR);
  checkBackupDir(values.BACKUP_DIR, dataDir);
  checkSmtp(values.SMTP_URL);
  checkStorage(values);
  checkProviders(values.OIDC_PROVIDERS ?? []);
  return Object.freeze({ ...values, dataDir });
}

/** @throws ConfigError for backups that would be lost with the data */
function checkBackupDir(backupDir: string | undefined, dataDir: string): void {
  if (backupDir === undefined || relative(dataDir, backupDir).startsWith('..')) return;
  throw new ConfigError('BACKUP_DIR: lies in DATA_DIR. Name a folder outside, best on another disk');
}

const sslModes = ['require', 'verify-ca', 'verify-full', 'disable'];

/** @throws ConfigError for a remote database whose URL does not say whether the connection is encrypted */
function checkDatabase(databaseUrl: string | undefined): void {
  if (databaseUrl === undefined) return;
  const { hostname, searchParams } = new URL(databaseUrl.replace('@/', '@localhost/'));
  const host = searchParams.get('host') ?? hostname;
  if (host === '' || host.startsWith('/') || host === '::1' || isLoopback(host)) return;
  if (sslModes.includes(searchParams.get('sslmode') ?? '')) return;
  throw new ConfigError(
    'DATABASE_URL: needs ?sslmode=verify-full for a database on another machine, or sslmode=disable on a network of your own',
  );
}

/** @throws ConfigError for a setting that could never send, or would send emails unencrypted over a network */
function checkSmtp(smtpUrl: string | undefined): void {
  if (smtpUrl === undefined) return;
  if (!URL.canParse(smtpUrl) || new URL(smtpUrl).hostname === '') throw new ConfigError('SMTP_URL: is not an address');
  const { hostname, username } = new URL(smtpUrl);
  if (username === '' && !isLoopback(hostname)) {
    throw new ConfigError('SMTP_URL: needs smtp://user:password@host; without a login only on this machine');
  }
}

/** @throws ConfigError for incomplete storage settings */
function checkStorage(values: Record<string, unknown>): void {
  const service = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const buckets = ['S3_BUCKET', 'BACKUP_BUCKET'];
  const isSet = (name: string) => values[name] !== undefined;
  if (isSet('BACKUP_BUCKET') && !isSet('BACKUP_DIR')) {
    throw new ConfigError('BACKUP_DIR: is needed for BACKUP_BUCKET: backups are made there and then copied');
  }
  if (isSet('BACKUP_BUCKET') && values['BACKUP_BUCKET'] === values['S3_BUCKET']) {
    throw new ConfigError('BACKUP_BUCKET: is the bucket of media. Name another');
  }
  if (![...service, ...buckets].some(isSet)) return;
  const missing = service.find((name) => !isSet(name)) ?? (buckets.some(isSet) ? undefined : 'S3_BUCKET');
  if (missing !== undefined) throw new ConfigError(`${missing}: is needed together with the other S3 settings`);
}

/** @throws ConfigError for two providers with one id, and for an issuer that others could impersonate */
function checkProviders(providers: readonly { id: string; issuer: string }[]): void {
  const ids = new Set<string>();
  for (const { id, issuer } of providers) {
    if (ids.has(id)) throw new ConfigError(`OIDC_PROVIDERS: the id ${id} stands there twice`);
    ids.add(id);
    const { protocol, hostname } = new URL(issuer);
    if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) continue;
    throw new ConfigError(`OIDC_PROVIDERS: the issuer of ${id} must begin with https://`);
  }
}

/** Whether the host of a URL is literally this machine; a name that merely resolves to it is not. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
