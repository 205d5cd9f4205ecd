import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lock } from './manifests.ts';

type Component = {
  type: 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  scope: 'required' | 'optional';
  licenses?: Array<{ expression: string }>;
  hashes?: Array<{ alg: 'SHA-512'; content: string }>;
};

/** A software bill of materials, CycloneDX 1.6: every package that an installation without tests is made of. */
export function billOfMaterials(lock: Lock, product: { name: string; version: string }, madeAt: Date) {
  const components = new Map<string, Component>();
  for (const [path, locked] of Object.entries(lock.packages)) {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || locked.link === true || locked.dev === true) continue;
    const { version = '0.0.0', license, integrity } = locked;
    const name = locked.name ?? path.slice(at + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      scope: locked.optional === true || locked.devOptional === true ? 'optional' : 'required',
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
      ...(integrity?.startsWith('sha512-') !== true
        ? {}
        : { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }),
    });
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: madeAt.toISOString(), component: { type: 'application', ...product } },
    components: [...components.values()].sort((one, other) => one.purl.localeCompare(other.purl, 'en')),
  };
}

/** The bill of this version of the product, as the text of its file. */
export function billOfMaterialsText(projectDir: string): string {
  const read = (path: string) => JSON.parse(readFileSync(join(projectDir, path), 'utf8')) as unknown;
  const { name, version } = read('package.json') as { name: string; version: string };
  const bill = billOfMaterials(read('package-lock.json') as Lock, { name, version }, new Date());
  return `${JSON.stringify(bill, null, 2)}\n`;
}
