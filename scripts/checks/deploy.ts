import type { SourceFile } from './project-files.ts';

/** Settings in examples of installations that the server does not know, as `file: NAME`. */
export function unknownSettings(files: readonly SourceFile[], config: string): string[] {
  const known = new Set([...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] ?? ''));
  return files.flatMap(({ path, text }) =>
    settingsIn(text)
      .filter((name) => !known.has(name) && !otherPrograms.test(name))
      .map((name) => `${path}: ${name}`),
  );
}

/** Variables of other programs in the same files. */
const otherPrograms = /^(?:PATH|POSTGRES_\w+|MINIO_\w+|MC_HOST_\w+|SITE|UPSTREAM)$/;

function settingsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => !line.trim().startsWith('#'));
  return lines.flatMap((line) => {
    const found = /^(?:ENV +|Environment=|\s+)([A-Z][A-Z0-9_]+)(?:=|: )/.exec(line)?.[1];
    return found === undefined ? [] : [found];
  });
}

/** What an image must have that runs for years; missing parts as sentences. */
export function imageProblems(dockerfile: string): string[] {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const user = /^USER (\S+)/m.exec(last)?.[1];
  const checks: [boolean, string][] = [
    [user !== undefined && user !== 'root' && user !== '0', 'it runs as root'],
    [/^HEALTHCHECK .*CMD \[/m.test(last), 'it has no health check without a shell'],
    [/^ENTRYPOINT \[/m.test(last), 'signals reach a shell instead of the server'],
    [/^VOLUME /m.test(last), 'data are lost with the container'],
    [!/^ADD /m.test(dockerfile), 'ADD may fetch or unpack what nobody expects'],
    [!/^FROM \S+:latest|^FROM [^\s:]+(?: |$)/m.test(dockerfile), 'a base image has no version'],
  ];
  return checks.filter(([isGood]) => !isGood).map(([, problem]) => problem);
}

/** What a proxy in front of the product must pass on; what it does with it is in behind-proxy.slow.test.ts. */
export function proxyProblems(config: string, kind: 'caddy' | 'nginx'): string[] {
  const checks: [RegExp, string][] =
    kind === 'nginx'
      ? [
          [/client_max_body_size 1[1-9]\d m?|client_max_body_size 1[1-9]\d?m/, 'uploads of 100 MB are refused'],
          [/proxy_set_header Upgrade \$http_upgrade/, 'WebSockets are not passed on'],
          [/proxy_set_header X-Forwarded-For/, 'everybody counts as one caller'],
          [/proxy_read_timeout (?:[7-9]\d|\d{3,})s/, 'the long poll is cut'],
          [/location = \/metrics/, 'metrics are open to the world'],
          [/listen 443 ssl http2;/, 'nginx before 1.25.1 does not load it'],
        ]
      : [
          [/max_size 1[1-9]\d?MB/, 'uploads of 100 MB are refused'],
          [/respond \/metrics 404/, 'metrics are open to the world'],
        ];
  return checks.filter(([pattern]) => !pattern.test(config)).map(([, problem]) => problem);
}

/** The replicas that the proxy of a compose file must name, as `PROJECT-SERVICE-N:PORT`: one name for all is asked once. */
export function unnamedReplicas(compose: string, service: string): string[] {
  const project = /^name: (\S+)$/m.exec(compose)?.[1] ?? '';
  const part = compose.slice(compose.indexOf(`\n  ${service}:\n`) + 1);
  const replicas = Number(/replicas: (\d+)/.exec(part)?.[1] ?? 1);
  const upstream = /UPSTREAM: (.+)$/m.exec(compose)?.[1] ?? '';
  const wanted = Array.from({ length: replicas }, (_, index) => `${project}-${service}-${index + 1}:3000`);
  return wanted.filter((name) => !upstream.split(/[\s{}]|:-/).includes(name));
}
