import type { ContactImport, ImportProblem, ImportRules } from '@parley/contract/types';
import { expect } from 'vitest';
import type { TestServer } from './server.ts';
import type { Member, Team } from './team.ts';
import { until } from './world.ts';

/** Imports of one member, as a screen makes them. */
export type Imports = {
  get(id: string): Promise<ContactImport>;
  /** Waits until the import's state is final or needs input. */
  settled(id: string): Promise<ContactImport>;
  put(id: string, offset: number, bytes: Buffer): Promise<number>;
  /** Sends a file in parts, without starting to read it. */
  send(file: string | Buffer, name?: string): Promise<string>;
  upload(file: string | Buffer, settings?: object): Promise<ContactImport>;
  /** Accepts the suggested column mapping. */
  map(row: ContactImport, rules?: Partial<ImportRules>): Promise<void>;
  check(file: string | Buffer, rules?: Partial<ImportRules>): Promise<ContactImport>;
  run(file: string | Buffer, rules?: Partial<ImportRules>): Promise<ContactImport>;
  problems(id: string): Promise<ImportProblem[]>;
  exported(): Promise<string>;
};

const moving = new Set(['reading', 'checking', 'running', 'undoing']);
const partBytes = 8_000_000;

export async function importsOf(server: TestServer, team: Team, maker: Member = team.owner): Promise<Imports> {
  const headers = { authorization: `Bearer ${await team.tokenOf(maker)}` };
  const call = <B>(method: string, path: string, payload?: object) => team.call<B>(maker, method, path, payload);
  const imports: Imports = {
    get: async (id) => (await call<ContactImport>('GET', `/imports/${id}`)).body,
    settled: (id) =>
      until(async () => {
        const row = await imports.get(id);
        return moving.has(row.state) ? null : row;
      }, 120_000),
    async put(id, offset, bytes) {
      const response = await server.app.http.inject({
        method: 'PUT',
        url: `/api/imports/${id}/content?offset=${offset}`,
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        payload: bytes,
      });
      return response.statusCode;
    },
    async send(file, name = 'people.csv') {
      const { id } = (await call<ContactImport>('POST', '/imports', { name })).body;
      const bytes = Buffer.from(file as string);
      for (let at = 0; at < bytes.length; at += partBytes)
        expect(await imports.put(id, at, bytes.subarray(at, at + partBytes))).toBe(200);
      return id;
    },
    async upload(file, settings = {}) {
      const id = await imports.send(file);
      await call('POST', `/imports/${id}/read`, settings);
      return imports.settled(id);
    },
    async map(row, rules = {}) {
      const mapping = row.columns.map(({ suggestion }) => suggestion);
      const mapped = await call('PUT', `/imports/${row.id}/mapping`, { mapping, rules });
      expect(mapped.status, JSON.stringify(mapped.body)).toBe(202);
    },
    async check(file, rules) {
      const row = await imports.upload(file);
      expect(row, row.error ?? '').toMatchObject({ state: 'mapping' });
      await imports.map(row, rules);
      const checked = await imports.settled(row.id);
      expect(checked, checked.error ?? '').toMatchObject({ state: 'ready' });
      return checked;
    },
    async run(file, rules) {
      const { id } = await imports.check(file, rules);
      expect((await call('POST', `/imports/${id}/start`)).status).toBe(200);
      return imports.settled(id);
    },
    problems: async (id) =>
      (await call<{ data: ImportProblem[] }>('GET', `/imports/${id}/problems?limit=200`)).body.data,
    async exported() {
      const response = await server.app.http.inject({ url: '/api/contacts/export', headers });
      expect(response.statusCode).toBe(200);
      return response.body;
    },
  };
  return imports;
}
