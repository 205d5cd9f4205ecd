import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templateOf } from '../../testing/broadcasts.ts';
import { testWorld, type World } from '../../testing/world.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'guide', 'api.md'), 'utf8');
const commands = [...guide.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) => (match[1] ?? '').trim());

let world: World;
let variables: Record<string, string>;

beforeAll(async () => {
  world = await testWorld();
  const scopes = ['channels:read', 'contacts:read', 'contacts:write', 'messages:write', 'events:read'] as const;
  const key = await world.api('POST /api/api-keys', { body: { name: 'Guide', scopes: [...scopes] } });
  variables = {
    PARLEY: world.server.url,
    KEY: (key.body as { key: string }).key,
    CHANNEL: world.channelId,
    TEMPLATE: await templateOf(world),
  };
});
afterAll(() => world.close());

test('the guide has commands', () => expect(commands.length).toBeGreaterThan(4));

test.each(commands)('the command of the guide works: %s', async (command) => {
  const { url, init } = requestOf(command);
  const response = await fetch(url, init);
  expect(response.status, await response.text()).toBeLessThan(300);
});

/** The request that curl would make of a command with `-H` and `-d`. */
function requestOf(command: string): { url: string; init: RequestInit } {
  const [program, url = '', ...options] = wordsOf(command);
  expect(program).toBe('curl');
  const headers: Record<string, string> = {};
  const init: RequestInit = { headers };
  for (let at = 0; at < options.length; at += 2) {
    const value = options[at + 1] ?? '';
    if (options[at] === '-H') headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 1).trim();
    else if (options[at] === '-d') Object.assign(init, { method: 'POST', body: value });
    else throw new Error(`the test does not know ${options[at]}`);
  }
  return { url, init };
}

/** The words of a command as a shell reads them: quotes, and variables outside of single ones. */
function wordsOf(command: string): string[] {
  const fill = (text: string) => text.replace(/\$([A-Z]+)/g, (_all, name: string) => variables[name] ?? '');
  return [...command.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_all, exact?: string, filled?: string, bare?: string) =>
      exact === undefined ? fill(filled ?? bare ?? '') : exact,
    ),
  );
}
