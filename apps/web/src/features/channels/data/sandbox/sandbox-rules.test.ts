import type { SandboxTraffic, Scenario } from '@parley/contract/types';
import { describe, expect, it } from 'vitest';
import { builtInScenarios } from './built-in-scenarios.ts';
import { linkOf, readScenario, scenarioIn } from './scenario-link.ts';
import { pretty, trafficLine, wentWell } from './traffic-text.ts';

const scenario: Scenario = {
  name: 'نافذة',
  about: '',
  steps: [{ do: 'customer_says', who: 'Ana', text: 'Olá 👍' }],
};

it('built-in scenarios', () => {
  expect(builtInScenarios.map(({ name }) => name)).toContain('A first conversation');
});

describe('a link to a scenario', () => {
  it('contains it after the #, whatever its text', () => {
    const link = linkOf(scenario, 'https://parley.example/sandbox') ?? '';
    expect(link).toMatch(/^https:\/\/parley\.example\/sandbox#scenario=[\w-]+$/);
    expect(scenarioIn(new URL(link).hash)).toEqual(scenario);
  });
  it('is absent when it would be too long', () => {
    const steps = Array.from({ length: 100 }, () => ({ ...scenario.steps[0], text: 'x'.repeat(400) }));
    expect(linkOf({ ...scenario, steps: steps as Scenario['steps'] }, 'https://a.example')).toBeNull();
  });
  it.each(['', '#other', '#scenario=', '#scenario=%%%', `#scenario=${btoa('{"name":1}')}`, `#scenario=${btoa('[]')}`])(
    '%s is not a scenario',
    (hash) => expect(scenarioIn(hash)).toBeNull(),
  );
  it.each(['', 'x', 'null', '{"name":"x","steps":[]}', '{"name":"x","steps":[{}]}', '{"name":"x","steps":[null]}'])(
    'the file %s is not a scenario',
    (text) => expect(readScenario(text)).toBeNull(),
  );
});

describe('a line of the traffic', () => {
  const entry = (change: Partial<SandboxTraffic>): SandboxTraffic => ({
    ...{ cursor: '1', at: '2026-11-20T09:00:00.000Z', direction: 'in', method: 'POST', url: '/v26.0/1/messages' },
    ...{ status: 200, duration_ms: 3, request: '', response: '', replayable: false, ...change },
  });
  const hook = (...values: object[]) =>
    JSON.stringify({ entry: [{ changes: values.map((value) => ({ field: 'messages', value })) }] });
  it.each<[string, Partial<SandboxTraffic>]>([
    ['200 messages text', { request: '{"type":"text"}' }],
    ['200 messages read', { request: '{"status":"read"}' }],
    ['400 messages 131026', { status: 400, request: '{"type":"text"}', response: '{"error":{"code":131026}}' }],
    ['– messages text', { status: null, request: '{"type":"text"}' }],
    ['200 get', { method: 'GET', url: '/v26.0/123?fields=id' }],
    ['statuses delivered', { direction: 'out', request: hook({ statuses: [{ status: 'delivered' }] }) }],
    ['messages text', { direction: 'out', request: hook({ messages: [{ type: 'text' }] }) }],
    [
      '503 statuses sent, statuses read × 2',
      { direction: 'out', status: 503, request: hook({ statuses: [{ status: 'sent' }, { status: 'read' }] }) },
    ],
    ['statuses', { direction: 'out', request: '{"entry":[{"changes":[{"value":{"statuses":[{"id"' }],
    [
      'account_update',
      { direction: 'out', request: '{"entry":[{"changes":[{"field":"account_update","value":{}}]}]}' },
    ],
  ])('%s', (line, change) => expect(trafficLine(entry(change))).toBe(line));
  it('shows whether it succeeded', () => {
    expect([200, 503, null].map((status) => wentWell(entry({ status })))).toEqual([true, false, false]);
  });
  it('formats JSON and leaves other text unchanged', () => {
    expect([pretty('{"a":1}'), pretty('cut {')]).toEqual(['{\n  "a": 1\n}', 'cut {']);
  });
});
