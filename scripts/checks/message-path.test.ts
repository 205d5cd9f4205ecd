import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findPathFaults, readPath } from './message-path.ts';
import { projectDir } from './run-program.ts';

const readProject = (path: string) => {
  const file = join(projectDir, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
};
const architecture = readFileSync(join(projectDir, 'docs/ARCHITECTURE.md'), 'utf8');

describe('the path of a sent message', () => {
  it('is as ARCHITECTURE.md lists it: at most 24 files, none more than twice', () => {
    expect(findPathFaults(architecture, readProject)).toEqual([]);
  });

  it('begins with Send in the browser and ends with the recorded outcome', () => {
    const names = readPath(architecture).map(({ path }) => path.split('/').at(-1));
    expect(names.at(0)).toBe('use-reply.ts');
    expect(names).toContain('graph-call.ts');
    expect(names.at(-1)).toBe('outcome-repo.ts');
  });
});

const files: Record<string, string> = {
  'web/field.ts': "import { queue } from './queue.ts';\nexport function send() { queue(); }",
  'web/queue.ts': "export const queue = () => call('POST /api/messages');",
  'server/handlers.ts': "export const handlers = {\n  async 'POST /api/messages'(body) {\n  },\n};",
};
const faultsOf = (...lines: string[]) =>
  findPathFaults(`# Map\n\n## A sent message\n\n${lines.join('\n')}\n\n## A file\n`, (path) => files[path]);
const field = '1. `web/field.ts` `send`: begins.';
const queue = '2. `web/queue.ts` `queue`: keeps it.';
const handlers = '3. `server/handlers.ts` `POST /api/messages` (via `POST /api/messages`): takes it.';

describe('a list of the path', () => {
  it('may name what is imported, what a shared name starts, and a file again', () => {
    expect(faultsOf(field, queue, handlers, queue)).toEqual([]);
  });

  it.each([
    ['is missing', [], 'no numbered list of files under "## A sent message"'],
    ['names no file', [field, '2. `web/none.ts` `none`: is not there.'], 'there is no web/none.ts'],
    ['names no function', ['1. `web/field.ts` `post`: begins.'], 'web/field.ts has no post'],
    ['leaves out what starts a file', [field, handlers], 'no file before server/handlers.ts has POST /api/messages'],
    ['leaves out who imports a file', [handlers, queue], 'no file before web/queue.ts imports it'],
    ['comes back too often', [field, queue, field, queue, field], 'a message comes 3 times to web/field.ts'],
  ])('that %s is refused', (_what, lines, fault) => {
    expect(faultsOf(...lines)).toContain(fault);
  });

  it('that has grown past 24 files is refused', () => {
    const lines = Array.from({ length: 25 }, (_, at) => `${at + 1}. \`web/${at}.ts\` \`send\`: goes on.`);
    expect(faultsOf(...lines)).toContain('a message passes 25 files, more than 24');
  });
});
