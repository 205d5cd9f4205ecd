import { readdirSync, readFileSync } from 'node:fs';
import { scenarioSchema } from '@parley/contract';
import { createSandboxDriver, playScenario, type SandboxCall } from '@parley/contract/play-scenario';
import type { Scenario } from '@parley/contract/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld, type World } from '../../../testing/world.ts';

const folder = new URL('../../../../../../packages/contract/scenarios/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const options = { timeoutMs: 30_000, pause: (ms: number) => new Promise<void>((go) => setTimeout(go, ms)) };

describe('scenarios', () => {
  let world: World;
  let call: SandboxCall;
  beforeAll(async () => {
    world = await testWorld();
    call = (key, input) => world.api(key as 'GET /api/sandbox', input as object);
  });
  afterAll(() => world.close());

  const play = async (scenario: Scenario) => {
    try {
      await playScenario(scenario, createSandboxDriver(call), options);
    } finally {
      await world.api('POST /api/sandbox/reset', { body: { confirm: true } });
    }
  };

  test.each(files)('%s', async (name) => {
    const scenario = scenarioSchema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
    await play(scenario);
  });

  test('a step that does not end as expected fails the play, with its index and the actual result', async () => {
    const steps: Scenario['steps'] = [
      { do: 'customer_says', who: 'Ana', text: 'Hello' },
      { do: 'team_sees', who: 'Ana', text: 'Hello' },
      { do: 'team_says', who: 'Ana', text: 'Taken', refused: true },
    ];
    await expect(play({ name: 'Wrong', about: '', steps })).rejects.toMatchObject({
      stepIndex: 2,
      message: 'The message was taken although it had to be refused.',
    });
  });

  test('are stored for the account, changed, listed and deleted; an invalid one is rejected and changes nothing', async () => {
    const id = crypto.randomUUID();
    const scenario = { name: 'Mine', about: '', steps: [{ do: 'wait' as const, seconds: 1 }] };
    const put = (body: object) =>
      world.api('POST /api/sandbox/scenarios', { body: { id, scenario: body as Scenario } });
    expect((await put(scenario)).status).toBe(201);
    expect((await put({ ...scenario, name: 'Ours' })).status).toBe(200);
    expect((await put({ ...scenario, steps: [{ do: 'fly' }] })).status).toBe(422);
    expect((await world.api('GET /api/sandbox/scenarios')).body.data).toMatchObject([
      { id, scenario: { name: 'Ours' } },
    ]);
    const forget = () => world.api('DELETE /api/sandbox/scenarios/{id}', { params: { id } });
    expect([(await forget()).status, (await forget()).status]).toEqual([204, 404]);
  });
});
