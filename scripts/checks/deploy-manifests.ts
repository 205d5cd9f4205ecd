import { parse, parseAllDocuments } from 'yaml';

/** What an example of an installation says about the product's container, whatever the platform. */
export type Installed = {
  image: string;
  port: number | null;
  /** Path that is asked whether the process lives; null: the image's own check. */
  health: string | null;
  /** Folders that outlive the container. */
  folders: string[];
  settings: string[];
  isConfined: boolean;
};

type Service = {
  image?: string;
  environment?: Record<string, unknown> | string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
};
type Compose = { services: Record<string, Service> };

/** The service that runs the product, of a compose file of any platform. */
export function readCompose(text: string, name: string): Installed {
  const service = (parse(text, { merge: true }) as Compose).services[name] ?? {};
  const { environment = {}, volumes = [], healthcheck } = service;
  const variables = Array.isArray(environment)
    ? environment.map((line) => line.split('=')[0] ?? '')
    : Object.keys(environment);
  return {
    image: service.image ?? '',
    port: null,
    health:
      healthcheck === undefined || healthcheck.test.join(' ') === 'CMD node scripts/healthcheck.mjs' ? null : 'unknown',
    // The platform's own paths have colons in variables at most.
    folders: volumes.map((volume) => volume.split(':')[1] ?? ''),
    // Names by which a platform hands values in.
    settings: variables.filter((variable) => !variable.startsWith('SERVICE_')),
    isConfined:
      service.read_only === true &&
      service.tmpfs?.includes('/tmp') === true &&
      service.cap_drop?.includes('ALL') === true &&
      service.security_opt?.includes('no-new-privileges:true') === true,
  };
}

type Named = { name: string };
type Probe = { httpGet: { path: string; port: string } };
type Container = {
  image: string;
  env: Named[];
  ports: { name: string; containerPort: number }[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { mountPath: string }[];
  securityContext: {
    readOnlyRootFilesystem: boolean;
    allowPrivilegeEscalation: boolean;
    capabilities: { drop: string[] };
  };
};
type Resource = {
  kind: string;
  spec: { template: { spec: { securityContext: { runAsUser: number }; containers: Container[] } } };
};

export type Deployment = Installed & { kinds: string[]; readiness: string; user: number };

/** The Deployment of a file, with the kinds of the resources beside it. */
export function readKubernetes(text: string, settings: string): Deployment {
  const resources = parseAllDocuments(text).map((document) => document.toJS() as Resource);
  const { containers, securityContext } = resources.find(({ kind }) => kind === 'Deployment')?.spec.template.spec ?? {};
  const container = containers?.[0];
  if (container === undefined) throw new Error('no Deployment with a container');
  const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = container.securityContext;
  const mounts = container.volumeMounts.map(({ mountPath }) => mountPath);
  return {
    image: container.image,
    port: container.ports.find(({ name }) => name === container.livenessProbe.httpGet.port)?.containerPort ?? null,
    health: container.livenessProbe.httpGet.path,
    readiness: container.readinessProbe.httpGet.path,
    folders: mounts.filter((path) => path !== '/tmp' && !path.startsWith('/run/')),
    settings: [...container.env.map(({ name }) => name), ...readSettings(settings)],
    isConfined:
      readOnlyRootFilesystem &&
      !allowPrivilegeEscalation &&
      capabilities.drop.includes('ALL') &&
      mounts.includes('/tmp'),
    kinds: resources.map(({ kind }) => kind),
    user: securityContext?.runAsUser ?? 0,
  };
}

/** Names in lines `NAME=value`. */
export function readSettings(text: string): string[] {
  return [...text.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
}

/** Names that a Dockerfile or shell script sets. */
export function readAssigned(text: string): string[] {
  return [...text.matchAll(/(?:^ENV |^ {4}|export | )([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
}
