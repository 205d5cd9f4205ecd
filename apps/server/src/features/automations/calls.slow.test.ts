import type { FlowStep, StepOf, Thread } from '@parley/contract/types';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { secretsFrom } from '../../platform/secrets.ts';
import { type AnsweringServer, flood, hang, json, startAnsweringServer } from '../../testing/answering-server.ts';
import { botTexts, flowOf, keyword, publish, rows, runIn, say, turnAllOff } from '../../testing/automations.ts';
import { customerWrites, getMessage } from '../../testing/inbox.ts';
import { png, upload } from '../../testing/media.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';
import { resealAutomationSecrets } from './secrets.ts';

let world: World;
let other: AnsweringServer;
beforeAll(async () => {
  other = await startAnsweringServer();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: other.host } });
});
afterEach(() => turnAllOff(world));
afterAll(async () => {
  await world.close();
  await other.close();
});

const call = (path: string, more: Partial<StepOf<'call_url'>> = {}): FlowStep => ({
  ...{ id: 'u', kind: 'call_url', method: 'POST', url: other.url(path), headers: [], body: '', sample: '' },
  save: [{ path: 'state', name: 'State' }],
  ...{ next: 'ok', otherwise: 'no', ...more },
});
const flow = (step: FlowStep) => flowOf(keyword('order'), [step, say('ok', 'It is {{State}}'), say('no', 'Ask later')]);
const write = (text = 'my order') => customerWrites(world, freshPhone(), text);
const outcomes = (run: { steps: { kind: string; outcome: string }[] }) =>
  run.steps.map(({ kind, outcome }) => `${kind} ${outcome}`);

describe('an address', () => {
  test('is called with the values of the contact, and its answer becomes variables', async () => {
    other.answers.set('/state/Amara%20Okafor', json({ order: { items: [{ state: 'on its way' }] }, none: null }));
    const step = call('/state/{{NAME}}?q={{ FIRST_NAME }}', {
      headers: [{ name: 'X-From', value: 'Parley for {{FIRST_NAME}}', secret_id: null }],
      body: '{"who": "{{NAME}}", "n": 1}',
      save: [
        { path: 'order.items[0].state', name: 'State' },
        { path: 'none', name: 'None' },
      ],
    });
    const automation = await publish(world, 'Order', flow(step));
    const thread = await write();
    expect(await botTexts(world, thread)).toEqual(['It is on its way']);
    const run = await runIn(world, thread, automation, 'FINISHED');
    expect(outcomes(run)).toEqual(['trigger matched', 'call_url called', 'send_text sent']);
    expect(run.steps[1]?.detail).toMatchObject({ status: 200, saved: { State: 'on its way' } });
    expect(run.variables).toEqual({ State: 'on its way' });
    const [made] = other.of('/state/Amara%20Okafor');
    expect(made).toMatchObject({ method: 'POST', path: '/state/Amara%20Okafor?q=Amara' });
    expect(made?.headers).toMatchObject({ 'x-from': 'Parley for Amara', 'content-type': 'application/json' });
    expect(made?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(made?.text ?? '')).toEqual({ who: 'Amara Okafor', n: 1 });
  });

  test('that answers an error, redirects or sends no JSON is left the other way', async () => {
    other.answers.set('/error', json({}, 500));
    other.answers.set('/moved', (response) => response.writeHead(302, { location: other.url('/secret') }).end());
    other.answers.set('/words', (response) => response.end('words'));
    for (const path of ['/error', '/moved', '/words']) {
      const step = call(path, { method: 'GET', save: [{ path: 'state', name: 'State' }] });
      const automation = await publish(world, `Order ${path}`, flow(step));
      const thread = await write();
      expect(await botTexts(world, thread)).toEqual(['Ask later']);
      await runIn(world, thread, automation, 'FINISHED');
      await turnAllOff(world);
    }
    expect(other.of('/secret')).toEqual([]);
  });

  test('to a new address is published after a recent sign-in only; a change of words needs none', async () => {
    const params = { id: (await publish(world, 'Known', flow(call('/known')))).id };
    await world.server.owner.query(`update sessions set auth_time = now() - interval '1 hour' where id = $1`, [
      world.user.sid,
    ]);
    const change = async (step: ReturnType<typeof call>) => {
      const { version } = (await world.api('GET /api/automations/{id}', { params })).body;
      const body = { name: 'Known', flow: flow(step), version };
      expect((await world.api('PUT /api/automations/{id}', { params, body })).status).toBe(200);
      return world.api('POST /api/automations/{id}/publish', { params });
    };
    const elsewhere = await change(call('/known', { url: 'https://elsewhere.example/x' }));
    expect(elsewhere.status).toBe(403);
    expect(JSON.stringify(elsewhere.body)).toContain('requires-recent-login');
    expect((await change(call('/other'))).status).toBe(200);
    await world.server.owner.query('update sessions set auth_time = now() where id = $1', [world.user.sid]);
    await turnAllOff(world);
  });

  test('in a private network is not called, and without another way the run fails', async () => {
    const step = call('/x', { url: 'http://127.0.0.1:9/x', next: null, otherwise: null });
    const automation = await publish(world, 'Private', flowOf(keyword('order'), [step]));
    const run = await runIn(world, await write(), automation, 'FAILED');
    expect(run).toMatchObject({ reason: 'call_failed' });
    expect(run.steps.at(-1)?.detail['msg']).toBe('The address leads into a private network, or is none.');
  });

  test('that never ends its answer is given up after 64 KB', async () => {
    other.answers.set('/flood', flood);
    const automation = await publish(world, 'Flood', flow(call('/flood')));
    const run = await runIn(world, await write(), automation, 'FINISHED');
    expect(run.steps[1]?.detail['msg']).toBe('No answer (an answer of more than 65536 bytes).');
  });

  test('that hangs delays no other run, and is given up after ten seconds', async () => {
    other.answers.set('/hang', hang);
    const slow = await publish(world, 'Slow', flow(call('/hang')));
    await publish(world, 'Fast', flowOf(keyword('hello'), [say('a', 'Hello yourself')]));
    const waiting: Thread[] = [];
    for (let n = 0; n < 8; n++) waiting.push(await write());
    await until(() => Promise.resolve(other.of('/hang').length === 8));
    const thread = await write('hello');
    expect(await botTexts(world, thread)).toEqual(['Hello yourself']);
    for (const one of waiting) {
      expect((await runIn(world, one, slow)).state).toBe('CALLING');
    }
    for (const one of waiting) await runIn(world, one, slow, 'FINISHED');
    expect(other.of('/hang').length).toBe(8);
  });

  test('is called again with the same key by another process, whose result alone counts', async () => {
    other.answers.set('/twice', hang);
    const automation = await publish(world, 'Twice', flow(call('/twice')));
    const thread = await write();
    await until(() => Promise.resolve(other.of('/twice').length === 1));
    other.answers.set('/twice', json({}));
    // As if the process that called were gone.
    await rows(world, `update automation_runs set due_at = now() where thread_id = $1`, [thread.id]);
    const run = await runIn(world, thread, automation, 'FINISHED');
    expect(outcomes(run)).toEqual(['trigger matched', 'call_url called', 'send_text sent']);
    const [first, second] = other.of('/twice').map(({ headers }) => headers['idempotency-key']);
    expect(first).toBe(second);
  });

  test('whose call was stopped meanwhile changes nothing', async () => {
    other.answers.set('/stopped', hang);
    const automation = await publish(world, 'Stopped', flow(call('/stopped')));
    const thread = await write();
    await until(() => Promise.resolve(other.of('/stopped').length === 1));
    await world.api('POST /api/threads/{id}/automations/stop', { params: { id: thread.id } });
    expect(await runIn(world, thread, automation, 'STOPPED')).toMatchObject({ reason: 'stopped' });
  });
});

describe('a secret of a header', () => {
  const secretOf = async (path: string, value: string) =>
    (await world.api('POST /api/automations/secrets', { body: { url: other.url(path), value } })).body.id;

  test('is sent to its host, and shown nowhere', async () => {
    const id = await secretOf('/secured', 'Bearer very-hidden');
    const step = call('/secured', { headers: [{ name: 'Authorization', value: '', secret_id: id }] });
    const automation = await publish(world, 'Secured', flow(step));
    const run = await runIn(world, await write(), automation, 'FINISHED');
    expect(other.of('/secured')[0]?.headers['authorization']).toBe('Bearer very-hidden');
    const versions = await world.api('GET /api/automations/{id}/versions', { params: { id: automation.id } });
    expect(JSON.stringify([automation, run, versions.body])).not.toContain('very-hidden');
    const log = await rows<{ text: string }>(world, 'select e::text as text from audit_events e');
    expect(JSON.stringify(log)).not.toContain('very-hidden');
  });

  test('is not sent without encryption when its address had it', async () => {
    const url = 'https://shop.example/orders';
    const { id } = (await world.api('POST /api/automations/secrets', { body: { url, value: 'mine' } })).body;
    const headers = [{ name: 'Authorization', value: '', secret_id: id }];
    const open = flow(call('/x', { url: 'http://shop.example:443/orders', headers }));
    const { body } = await world.api('POST /api/automations', { body: { name: 'Open', flow: open } });
    expect(body.problems.map(({ msg }) => msg)).toContain(
      'The secret of the header Authorization was entered for another address. Enter it again.',
    );
    await world.api('DELETE /api/automations/{id}', { params: { id: body.id } });
    await rows(world, 'delete from automation_secrets where id = $1', [id]);
  });

  test('is never sent to another address, nor kept once nothing uses it', async () => {
    const id = await secretOf('/secured', 'mine');
    const step = call('/x', {
      url: 'https://elsewhere.example/x',
      headers: [{ name: 'Authorization', value: '', secret_id: id }],
    });
    const { body } = await world.api('POST /api/automations', { body: { name: 'Elsewhere', flow: flow(step) } });
    expect(body.problems.map(({ msg }) => msg)).toContain(
      'The secret of the header Authorization was entered for another address. Enter it again.',
    );
    await world.api('DELETE /api/automations/{id}', { params: { id: body.id } });
    await rows(world, `update automation_secrets set created_at = now() - interval '8 days'`);
    await until(async () => {
      const { deleteUnusedSecrets } = await import('./secret-repo.ts');
      await world.server.platform.db.system.transaction('automations', deleteUnusedSecrets);
      return (await rows(world, 'select 1 from automation_secrets where id = $1', [id])).length === 0;
    });
    // The one of the other test is still in a draft.
    expect((await rows(world, 'select 1 from automation_secrets')).length).toBe(1);
  });

  test('opens with a new key of the installation', async () => {
    const { platform } = world.server;
    const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await rows(world, 'delete from automation_secrets');
    const before = { ...platform, secrets: secretsFrom(old) };
    const { addSecret, openSecret } = await import('./secrets.ts');
    const { findSecrets } = await import('./secret-repo.ts');
    const actor = { kind: 'user', author: 'x', clientId: world.clientId, uid: world.user.uid };
    const id = await before.db.withTenant(world.clientId, (tx) =>
      addSecret(before, tx, { actor, requestId: 'x', address: null } as never, { url: other.url('/'), value: 'kept' }),
    );
    const after = { ...platform, secrets: secretsFrom(next, [old]) };
    expect(await resealAutomationSecrets(after)).toBe(1);
    const row = await after.db.withTenant(world.clientId, async (tx) => (await findSecrets(tx, [id])).get(id));
    if (row === undefined) throw new Error('the secret is gone');
    expect(openSecret({ ...platform, secrets: secretsFrom(next) }, row)).toBe('kept');
  });
});

describe('what keeps an address from being called', () => {
  test('is said in the draft', async () => {
    const step = call('/x', {
      url: 'https://{{NAME}}/x',
      headers: [{ name: 'Host', value: 'x', secret_id: null }],
      body: '{"n": {{NAME}}}',
      save: [{ path: 'a', name: '' }],
      sample: 'none',
    });
    const { body } = await world.api('POST /api/automations', { body: { name: 'Draft', flow: flow(step) } });
    expect(body.problems.filter((one) => one.step === 'u').map(({ msg }) => msg)).toEqual([
      'The host of the address can’t be a variable.',
      'The header host can’t be set.',
      'The body is not JSON. Put variables in quotes: "{{NAME}}".',
      'The sample answer is not JSON.',
      'Name every saved value and its path.',
    ]);
  });

  test('a dry run calls nothing, and takes the sample answer', async () => {
    const step = call('/dry', { save: [{ path: 'state', name: 'State' }], sample: '{"state": "ready"}' });
    const { body } = await world.api('POST /api/automations/dry-run', {
      body: { flow: flow(step), messages: [{ text: 'order' }] },
    });
    expect(outcomes(body)).toEqual(['trigger matched', 'call_url not_called', 'send_text sent']);
    expect(body.steps.at(-1)?.detail).toMatchObject({ text: 'It is ready' });
    expect(other.of('/dry')).toEqual([]);
  });
});

test('a file is sent with its caption, kept while the automation uses it, and missed when it is gone', async () => {
  const { body: file } = await upload(world, png(20, 20), { 'content-type': 'image/png' });
  const step: FlowStep = {
    ...{ id: 'f', kind: 'send_media', media: 'image', media_id: file.id, filename: 'menu.png' },
    ...{ caption: 'For {{FIRST_NAME}}', next: null },
  };
  const automation = await publish(world, 'Menu', flowOf(keyword('menu'), [step]));
  for (let n = 0; n < 2; n++) {
    const run = await runIn(world, await write('menu'), automation, 'FINISHED', 'FAILED');
    expect(outcomes(run)).toEqual(['trigger matched', 'send_media sent']);
    const message = await until(async () => {
      const found = await getMessage(world, run.steps[1]?.message_id ?? '');
      return found.status >= 1 ? found : null;
    });
    expect(message).toMatchObject({ type: 'image', created_by: 'bot', image: { caption: 'For Amara' } });
  }
  const used = async () => {
    const { isUnused } = await import('../media/used-files.ts');
    return (await rows(world, `select 1 from media m where m.id = $1 and not (${isUnused})`, [file.id])).length === 1;
  };
  expect(await used()).toBe(true);
  const dry = { flow: automation.flow, messages: [{ text: 'menu' }] };
  const { body } = await world.api('POST /api/automations/dry-run', { body: dry });
  expect(body.steps.at(-1)?.detail).toMatchObject({ file: 'menu.png', text: 'For Amara' });
  await rows(world, `update media set state = 'gone', file_id = null where id = $1`, [file.id]);
  const found = await world.api('GET /api/automations/{id}', { params: { id: automation.id } });
  expect(found.body.problems.map(({ msg }) => msg)).toEqual(['The file was deleted. Choose another.']);
  await world.api('DELETE /api/automations/{id}', { params: { id: automation.id } });
  expect(await used()).toBe(false);
});
