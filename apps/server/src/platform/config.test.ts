import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';
import { secretSettings } from './secret-files.ts';

const parse = (env: Record<string, string>) => parseConfig(env, '/tmp');
const provider = { id: 'firm', name: 'Firm', issuer: 'https://id.example.com', client_id: 'a', client_secret: 'b' };

describe('SMTP_URL', () => {
  it.each([
    'smtp://127.0.0.1:1025',
    'smtp://localhost',
    'smtp://[::1]:25',
    'smtps://anna:secret@mail.example.com',
    'smtp://anna:secret@mail.example.com:587?from=Parley%20%3Chi%40example.com%3E',
  ])('%s is valid', (url) => {
    expect(parse({ SMTP_URL: url }).SMTP_URL).toBe(url);
  });
  it.each(['smtp://mail.example.com', 'smtp://127.0.0.1.example.com', 'smtp://', 'http://127.0.0.1', 'mail'])(
    '%s prevents the start with one line that names it',
    (url) => {
      expect(() => parse({ SMTP_URL: url })).toThrow(ConfigError);
      expect(() => parse({ SMTP_URL: url })).toThrow(/^SMTP_URL: .+$/);
    },
  );
});

describe('OIDC_PROVIDERS', () => {
  const use =
    (...providers: object[]) =>
    () =>
      parse({ OIDC_PROVIDERS: JSON.stringify(providers) });
  it('accepts issuers over https, and over http only on this machine', () => {
    expect(use(provider, { ...provider, id: 'local', issuer: 'http://127.0.0.1:9000' })).not.toThrow();
    expect(use({ ...provider, issuer: 'http://id.example.com' })).toThrow(/^OIDC_PROVIDERS: .*https/);
    expect(use({ ...provider, issuer: 'http://127.0.0.1.example.com' })).toThrow(/^OIDC_PROVIDERS: /);
    expect(use({ ...provider, issuer: 'ftp://id.example.com' })).toThrow(/^OIDC_PROVIDERS: /);
  });
  it('rejects a repeated id', () => {
    expect(use(provider, provider)).toThrow(/^OIDC_PROVIDERS: the id firm/);
  });
});

/** Of settings that have a form. */
const values: Record<string, string> = {
  DATABASE_URL: 'postgresql://localhost/parley',
  SMTP_URL: 'smtp://localhost',
  OIDC_PROVIDERS: JSON.stringify([provider]),
};

const bad: Array<[name: string, value: string]> = [
  ['PORT', 'http'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PUBLIC_URL', 'parley.example'],
  ['PUBLIC_URL', 'ftp://parley.example'],
  ['PUBLIC_MEDIA_URL', 'nowhere'],
  ['DATABASE_URL', 'mysql://localhost/parley'],
  ['DATABASE_URL', 'postgresql://['],
  ['ROLE', 'both'],
  ['GRAPH_BASE_URL', 'graph'],
  ['GRAPH_BASE_URL', 'https://user:secret@graph.example'],
  ['GRAPH_BASE_URL', 'https://graph.example/?x=1'],
  ['GRAPH_VERSION', '26'],
  ['GRAPH_VERSION', 'v26'],
  ['SIGN_UP', 'yes'],
  ['SMTP_URL', 'http://mail.example'],
  ['SECRET_KEY', 'too short'],
  ['SECRET_KEY_PREVIOUS', 'too short'],
  ['SECRET_KEY_PREVIOUS', 'long enough for a key, but there is no key after it'],
  ['BACKUP_PASSPHRASE', 'eleven char'],
  ['METRICS_TOKEN', 'guessed'],
  ['SETUP_TOKEN', 'pQ7x-92mVbT_41kLzWc8RdH'],
  ['SETUP_TOKEN', 'pQ7x-92mVbT_41kLzWc8 RdHs'],
  ['SETUP_TOKEN', 'abababababababababababab'],
  ['SETUP_TOKEN', 'change-me-to-a-random-text'],
  ['GALLERY', 'yes'],
  ['DATABASE_URL', 'postgresql://u:secret@db.example/parley'],
  ['DATABASE_URL', 'postgresql://u:secret@10.0.0.5/parley?sslmode=prefer'],
  ['DATABASE_URL', 'postgresql://u:secret@/parley?host=db.example'],
  ['MIN_PASSWORD_LENGTH', '5'],
  ['MIN_PASSWORD_LENGTH', 'long'],
  ['OIDC_PROVIDERS', '{not json'],
  ['OIDC_PROVIDERS', '{}'],
  ['OIDC_PROVIDERS', '[{"id":"x"}]'],
  ['OIDC_PROVIDERS', '[{"id":"BAD ID","name":"x","issuer":"https://x.example","client_id":"x","client_secret":"x"}]'],
  ['S3_ENDPOINT', 's3'],
  ['TRUSTED_PROXY', 'my-proxy'],
  ['TRUSTED_PROXY', '10.0.0.0/99'],
  ['SANDBOX', 'true'],
  ['LOGIN_TEST', 'yes'],
  ['ALLOWED_PRIVATE_HOSTS', 'db.local'],
  ['ALLOWED_PRIVATE_HOSTS', 'db.local:5432,other'],
  ['ALLOWED_PRIVATE_HOSTS', 'db.local:70000'],
  ['LOG_LEVEL', 'loud'],
];

describe('an invalid setting', () => {
  it.each(bad)('%s=%s is one line that names it', (name, value) => {
    let message = '';
    try {
      parseConfig({ [name]: value }, '/');
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError);
      message = (error as Error).message;
    }
    expect(message).toMatch(new RegExp(`^${name}: \\S`));
    expect(message).not.toContain('\n');
    // The value may be a secret.
    expect(message).not.toContain('secret@');
  });
});

test.each([
  ['PORT', 'abc', 'PORT: must be a whole number'],
  ['PORT', '70000', 'PORT: must be at most 65535'],
  ['ROLE', 'both', 'ROLE: must be one of all, api, worker'],
  ['PUBLIC_URL', 'foo', 'PUBLIC_URL: must be an address that begins with http:// or https://'],
  ['OIDC_PROVIDERS', '[{"id":"x"}]', 'OIDC_PROVIDERS: 0.name is missing'],
])('%s=%s is refused in plain words', (name, value, words) => {
  expect(() => parseConfig({ [name]: value }, '/')).toThrow(new ConfigError(words));
});

describe('settings', () => {
  it('have the documented defaults', () => {
    expect(parseConfig({}, '/srv/parley')).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      dataDir: '/srv/parley/data',
      ROLE: 'all',
      GRAPH_BASE_URL: 'https://graph.facebook.com',
      SIGN_UP: 'invite-only',
      MIN_PASSWORD_LENGTH: 8,
      SANDBOX: true,
      LOGIN_TEST: false,
      ALLOWED_PRIVATE_HOSTS: [],
    });
  });

  it('that are empty count as not set; URLs lose their last slash; lists lose their blanks', () => {
    const config = parseConfig(
      {
        PORT: '',
        DATABASE_URL: '',
        PUBLIC_URL: 'https://parley.example/',
        ALLOWED_PRIVATE_HOSTS: ' a.local:1 , b.local:2,',
        DATA_DIR: '/data',
      },
      '/x',
    );
    expect(config).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'https://parley.example',
      ALLOWED_PRIVATE_HOSTS: ['a.local:1', 'b.local:2'],
      dataDir: '/data',
    });
    expect(config.DATABASE_URL).toBeUndefined();
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('a database on this machine needs no TLS setting; another needs one in its URL', () => {
    for (const url of [
      'postgresql://u:p@localhost/db',
      'postgres://u@/db?host=/run/postgresql',
      'postgresql://u:p@db.example:6432/db?sslmode=require',
      'postgresql://u:p@db.internal/db?sslmode=disable',
    ])
      expect(parseConfig({ DATABASE_URL: url }, '/').DATABASE_URL).toBe(url);
  });
});

describe('buckets', () => {
  const service = { S3_ENDPOINT: 'https://s3.example', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'k' };
  const backups = { BACKUP_DIR: '/backups', BACKUP_BUCKET: 'backups' };

  it.each<[string, Record<string, string>]>([
    ['S3_ENDPOINT', { S3_BUCKET: 'files' }],
    ['S3_ENDPOINT', backups],
    ['S3_BUCKET', service],
    ['S3_SECRET_ACCESS_KEY', { ...service, S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: '' }],
    ['BACKUP_DIR', { ...service, BACKUP_BUCKET: 'backups' }],
    ['BACKUP_BUCKET', { ...service, ...backups, S3_BUCKET: 'backups' }],
  ])('without %s, or with a wrong one, nothing starts', (name, env) => {
    expect(() => parse(env)).toThrow(new RegExp(`^${name}: `));
  });

  it('are used for media, for backups, or for both', () => {
    for (const env of [{ S3_BUCKET: 'files' }, backups, { ...backups, S3_BUCKET: 'files' }]) {
      expect(parse({ ...service, ...env })).toMatchObject(env);
    }
  });
});

describe('a secret in a file', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (content: string) => {
    const path = join(folder, 'secret');
    writeFileSync(path, content);
    return path;
  };

  it.each(secretSettings)('%s_FILE is read', (name) => {
    const s3 = { S3_ENDPOINT: 'http://s3.example', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'k' };
    const others: Record<string, string> = {
      ...(name.startsWith('S3_') && s3),
      ...(name === 'SECRET_KEY_PREVIOUS' && { SECRET_KEY: 'k'.repeat(32) }),
    };
    delete others[name];
    const value = values[name] ?? 'pQ7x-92mVbT_41kLzWc8RdHs1Yt6Uo3N';
    const config = parse({ ...others, [`${name}_FILE`]: file(`${value}\n`) });
    expect(config[name as 'SECRET_KEY']).toEqual(name === 'OIDC_PROVIDERS' ? [provider] : value);
  });

  it('that cannot be used ends the start with one line that names it', () => {
    expect(() => parse({ SECRET_KEY_FILE: join(folder, 'none') })).toThrow(/^SECRET_KEY_FILE: .*none does not exist$/);
    expect(() => parse({ SECRET_KEY_FILE: folder })).toThrow(/^SECRET_KEY_FILE: .* cannot be read \(EISDIR\)$/);
    expect(() => parse({ SECRET_KEY_FILE: file('\n') })).toThrow(/^SECRET_KEY_FILE: .* is empty$/);
    expect(() => parse({ SECRET_KEY_FILE: file('short') })).toThrow(/^SECRET_KEY: needs at least 32 characters$/);
    expect(() => parse({ SECRET_KEY_FILE: file('x'.repeat(65_537)) })).toThrow(/too long for a secret$/);
    expect(() => parse({ SECRET_KEY: 'k'.repeat(32), SECRET_KEY_FILE: file('x') })).toThrow(/keep one of them$/);
  });
});
