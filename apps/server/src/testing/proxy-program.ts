import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../scripts/free-port.ts';

const deployDir = join(import.meta.dirname, '..', '..', '..', '..', 'deploy');

/** A proxy of this machine that runs one of the examples in `deploy`. */
export type ProxyProgram = { url: string; stop(): Promise<void> };

function requireProgram(name: string): void {
  const { error } = spawnSync(name, ['-h'], { stdio: 'ignore' });
  if (error !== undefined) throw new Error(`there is no ${name}: install Debian's package`, { cause: error });
}

/** Caddy on a free port. @param upstreams host:port of the processes behind it */
export async function startCaddy(file: string, upstreams: readonly string[]): Promise<ProxyProgram> {
  requireProgram('caddy');
  const folder = mkdtempSync(join(tmpdir(), 'parley-caddy-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(deployDir, file)], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      SITE: url,
      UPSTREAM: upstreams.join(' '),
    },
    stdio: 'ignore',
  });
  return running(child, url, folder);
}

/** What `nginx -t` says of the example, with ports of this machine and a certificate made for it. */
export type Nginx = { test(): string; start(): Promise<ProxyProgram> };

export async function prepareNginx(upstream: string): Promise<Nginx> {
  requireProgram('nginx');
  requireProgram('openssl');
  const folder = mkdtempSync(join(tmpdir(), 'parley-nginx-'));
  chmodSync(folder, 0o755);
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  const [port, tlsPort] = [await freePort(), await freePort()];
  makeCertificate(folder);
  const site = readFileSync(join(deployDir, 'nginx.conf'), 'utf8')
    .replaceAll('/etc/ssl/inbox.example.com', folder)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('listen 443', `listen 127.0.0.1:${tlsPort}`)
    .replace('server 127.0.0.1:3000', `server ${upstream}`);
  writeFileSync(join(folder, 'site.conf'), site);
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http {
       access_log off;
       client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
       uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
       include ${folder}/site.conf;
     }`,
  );
  const program = (...args: string[]) => ['-c', config, '-p', folder, ...args];
  return {
    test() {
      const { stderr } = spawnSync('nginx', program('-t'), { encoding: 'utf8' });
      rmSync(folder, { recursive: true });
      return stderr;
    },
    start: () => running(spawn('nginx', program(), { stdio: 'ignore' }), `https://127.0.0.1:${tlsPort}`, folder),
  };
}

function makeCertificate(folder: string): void {
  const [key, certificate] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')];
  const names = ['-subj', '/CN=inbox.example.com', '-days', '2', '-nodes'];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', [...args, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
}

async function running(child: ChildProcess, url: string, folder: string): Promise<ProxyProgram> {
  const gone = once(child, 'exit');
  return {
    url,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    },
  };
}
