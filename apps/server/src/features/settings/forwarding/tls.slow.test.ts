// @module-tag data
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SyslogReceiver, startSyslogReceiver } from '../../../testing/syslog-receiver.ts';
import { sendSyslog } from './syslog.ts';

let folder: string;
let certificate: string;
let receiver: SyslogReceiver;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-syslog-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', [...made, ...names], { stdio: 'ignore' });
  certificate = await readFile(cert, 'utf8');
  receiver = await startSyslogReceiver({ tls: { key: await readFile(key, 'utf8'), cert: certificate } });
});
afterAll(async () => {
  await receiver.close();
  await rm(folder, { recursive: true, force: true });
});

const send = (caCertificate: string | null, messages: string[]) =>
  sendSyslog(
    {
      address: `tls://localhost:${receiver.port}`,
      caCertificate,
      allowed: [`localhost:${receiver.port}`],
      timeoutMs: 5_000,
      signal: new AbortController().signal,
    },
    messages,
  );

test('syslog over TLS trusts the given authority, and nobody else', async () => {
  expect(await send(null, ['never'])).toMatch(/SELF_SIGNED/);
  expect(receiver.messages).toEqual([]);
  const many = Array.from({ length: 100 }, (_, n) => `${n} ${'é'.repeat(8_000)}`);
  expect(await send(certificate, many)).toBeNull();
  expect(receiver.messages).toEqual(many);
});
