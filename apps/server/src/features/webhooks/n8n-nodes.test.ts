import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { customerWrites } from '../../testing/inbox.ts';
import {
  loadN8n,
  type N8nCredentials,
  type N8nNode,
  n8nContext,
  n8nCredentials,
  n8nFolder,
  runN8n,
} from '../../testing/n8n.ts';
import { freshPhone } from '../../testing/phones.ts';
import { testWorld, until, type World } from '../../testing/world.ts';

type Package = { keywords: string[]; n8n: { credentials: string[]; nodes: string[] } };
const { n8n: parts, keywords } = JSON.parse(readFileSync(join(n8nFolder, 'package.json'), 'utf8')) as Package;
const [action, trigger] = parts.nodes.map((file) => loadN8n<N8nNode>(file)) as [N8nNode, N8nNode];

/** The scopes that the README asks for. */
const scopes = readFileSync(join(n8nFolder, 'README.md'), 'utf8').match(/`\w+:(read|write)`/g) ?? [];

let world: World;
let credentials: N8nCredentials;
let n8n: Server;
/** n8n's address of the trigger, and what the workflow was started with. */
const workflow = {
  url: '',
  memory: {} as { webhookId?: string; secret?: string },
  started: [] as object[],
  refused: 0,
};

beforeAll(async () => {
  n8n = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const rawBody = Buffer.concat(chunks);
      const answer = { status: (code: number) => ({ send: (text: string) => response.writeHead(code).end(text) }) };
      const result = await trigger.webhook?.call(
        n8nContext(
          trigger,
          credentials,
          {},
          {
            getWorkflowStaticData: () => workflow.memory,
            getRequestObject: () => ({ rawBody }),
            getHeaderData: () => request.headers,
            getBodyData: () => JSON.parse(rawBody.toString()) as object,
            getResponseObject: () => answer,
          },
        ),
      );
      if (result?.noWebhookResponse) {
        workflow.refused++;
        return;
      }
      workflow.started.push(...(result?.workflowData?.flat().map(({ json }) => json) ?? []));
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => n8n.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(n8n.address() as AddressInfo).port}`;
  workflow.url = `http://${host}/webhook/1`;
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: host } });
  const asked = scopes.map((scope) => scope.replaceAll('`', ''));
  credentials = await n8nCredentials(world.api, world.server.url, [...new Set(asked)]);
  await world.api('POST /api/templates/sync', { body: { channel_id: world.channelId, dry_run: false } });
});
afterAll(async () => {
  await world.close();
  n8n.closeAllConnections();
  n8n.close();
});

const run = (resource: string, operation: string, given: object, more: object = {}) =>
  runN8n(action, credentials, { resource, operation, ...given }, more);
const sentIn = async (id: string) =>
  (await world.api('GET /api/threads/{id}/messages', { params: { id } })).body.data.filter(
    ({ direction }) => direction === 'OUTGOING',
  );

test('the package is one that n8n loads: keyword, files, classes named as their files, icons, credentials', () => {
  expect(keywords).toContain('n8n-community-node-package');
  const [file] = parts.credentials;
  const kind = loadN8n<{ name: string; test: object }>(file ?? '');
  for (const { description } of [action, trigger]) {
    expect(description.credentials).toEqual([{ name: kind.name, required: true }]);
    expect(existsSync(join(n8nFolder, 'nodes', 'Parley', description.icon.replace('file:', '')))).toBe(true);
  }
});

describe('the action node', () => {
  const message = (to: string, text: string) => ({ channelId: world.channelId, to: `+${to}`, text });

  test('offers the channels and their templates', async () => {
    const { getChannels, getTemplates } = action.methods?.loadOptions ?? {};
    const context = n8nContext(action, credentials, { channelId: world.channelId });
    expect(await getChannels?.call(context)).toContainEqual({
      name: expect.stringContaining('('),
      value: world.channelId,
    });
    expect(await getTemplates?.call(context)).toContainEqual({
      name: 'hello_world (en_US)',
      value: expect.any(String),
    });
  });

  test('sends a message once in a run that n8n repeats, and again in the next', async () => {
    const from = freshPhone();
    const thread = await customerWrites(world, from);
    const execution = newId();
    const [one] = await run('message', 'send', message(from, 'From n8n'), { execution });
    expect(await run('message', 'send', message(from, 'From n8n'), { execution })).toMatchObject([{ id: one?.['id'] }]);
    await run('message', 'send', message(from, 'From n8n'));
    expect(await sentIn(thread.id)).toHaveLength(2);
    await run('message', 'send', { ...message(from, 'Ready'), idempotencyKey: 'order-1' });
    await run('message', 'send', { ...message(from, 'Ready'), idempotencyKey: 'order-1' });
    expect(await sentIn(thread.id)).toHaveLength(3);
  });

  test('says a refusal in the words of the API, and hands it on where the workflow goes on', async () => {
    const closed = message(freshPhone(), 'Too late');
    await expect(run('message', 'send', closed)).rejects.toThrow(/\(window_closed\)$/);
    expect(await run('message', 'send', closed, { continueOnFail: true, items: 2 })).toEqual([
      { error: expect.stringContaining('window_closed') },
      { error: expect.stringContaining('window_closed') },
    ]);
    const from = freshPhone();
    const thread = await customerWrites(world, from);
    const body = { channel_id: world.channelId, thread_id: thread.id, source: 'INBOX', type: 'text' } as const;
    await world.api('POST /api/messages', { body: { ...body, text: { body: 'From a member' } } });
    await expect(run('message', 'send', message(from, 'And from n8n'))).rejects.toThrow(/member_answers/);
    expect(await run('message', 'send', { ...message(from, 'And from n8n'), yieldToMembers: false })).toHaveLength(1);
  });

  test('sends a template with the values of its text and its buttons', async () => {
    const { data } = (await world.api('GET /api/templates', { query: { channel_id: world.channelId } })).body;
    const withButton = data.find(({ components }) => JSON.stringify(components).includes('Track order'));
    const body = JSON.stringify(withButton?.components?.find(({ type }) => type === 'BODY'));
    const count = new Set(body.match(/\{\{\d+\}\}/g)).size;
    const given = {
      channelId: world.channelId,
      to: `+${freshPhone()}`,
      templateId: withButton?.id,
      bodyValues: { value: Array.from({ length: count }, (_, at) => ({ text: `value ${at + 1}`, name: '' })) },
    };
    await expect(run('message', 'sendTemplate', given)).rejects.toThrow('Track order');
    const button = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '4711' }] };
    for (const components of [[button], JSON.stringify([button])]) {
      const [sent] = await run('message', 'sendTemplate', { ...given, components });
      const display = { body: expect.stringContaining('value 1') };
      expect(sent).toMatchObject({ type: 'template', template: { display } });
    }
  });

  test('reads a conversation, assigns it and labels it', async () => {
    const thread = await customerWrites(world, freshPhone(), 'Where is my order?');
    const threadId = thread.id;
    expect(await run('conversation', 'get', { threadId })).toMatchObject([
      { id: threadId, messages: [{ text: { body: 'Where is my order?' } }] },
    ]);
    expect(await run('conversation', 'assign', { threadId, memberId: world.user.uid })).toMatchObject([
      { assignee_id: world.user.uid },
    ]);
    expect(await run('conversation', 'assign', { threadId })).toMatchObject([{ assignee_id: null }]);
    const label = await world.api('POST /api/labels', { body: { id: newId(), name: 'n8n', color: 'blue' } as never });
    const labelId = (label.body as { id: string }).id;
    expect(await run('conversation', 'addLabel', { threadId, labelId })).toMatchObject([{ label_ids: [labelId] }]);
  });

  test('saves a contact: a new one, and what is given of one that exists', async () => {
    for (const name of ['Plan', 'Shop']) await world.api('POST /api/custom-fields', { body: { name } as never });
    const phoneNumber = `+${freshPhone()}`;
    const field = [{ name: 'Plan', value: 'Pro' }];
    const [made] = await run('contact', 'save', { phoneNumber, name: 'Clara', customFields: { field } });
    expect(made).toMatchObject({ name: 'Clara', custom_fields: { Plan: 'Pro' } });
    const more = { field: [{ name: 'Shop', value: 'Graz' }] };
    expect(await run('contact', 'save', { phoneNumber, customFields: more })).toMatchObject([
      { id: made?.['id'], name: 'Clara', custom_fields: { Plan: 'Pro', Shop: 'Graz' } },
    ]);
  });
});

describe('the trigger node', () => {
  const call = (method: 'checkExists' | 'create' | 'delete', events = ['message.received']) =>
    trigger.webhookMethods?.default[method]?.call(
      n8nContext(
        trigger,
        credentials,
        { events },
        {
          getWorkflowStaticData: () => workflow.memory,
          getNodeWebhookUrl: () => workflow.url,
        },
      ),
    );
  const webhooks = async () => (await world.api('GET /api/webhooks', {})).body.data;

  test('has one webhook while its workflow is active, made anew for other events, and none afterwards', async () => {
    expect(await call('checkExists')).toBe(false);
    await call('create');
    expect(await call('checkExists')).toBe(true);
    expect(await webhooks()).toMatchObject([{ url: workflow.url, events: ['message.received'] }]);
    const events = ['message.received', 'contact.changed'];
    expect(await call('checkExists', events)).toBe(false);
    await call('create', events);
    expect(await webhooks()).toMatchObject([{ events }]);
    await call('delete');
    expect(await webhooks()).toEqual([]);
    expect(workflow.memory).toEqual({});
  });

  test('a webhook that someone removed in Parley is made again, and is none to delete', async () => {
    await call('create');
    await world.api('DELETE /api/webhooks/{id}', { params: { id: workflow.memory.webhookId ?? '' } });
    expect(await call('checkExists')).toBe(false);
    await call('create');
    await world.api('DELETE /api/webhooks/{id}', { params: { id: workflow.memory.webhookId ?? '' } });
    expect(await call('delete')).toBe(true);
  });

  test('starts the workflow with what Parley signed, and with nothing else', async () => {
    await call('create');
    const words = `For n8n ${newId()}`;
    await customerWrites(world, freshPhone(), words);
    const event = await until(async () => workflow.started.find((one) => JSON.stringify(one).includes(words)));
    expect(event).toMatchObject({ id: expect.any(String), type: 'message.received', data: { text: { body: words } } });
    const count = workflow.started.length;
    const headers = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
    for (const more of [{}, headers, { ...headers, 'webhook-signature': 'v1,bm90aGluZw==' }]) {
      const forged = await fetch(workflow.url, { method: 'POST', body: '{"type":"message.received"}', headers: more });
      expect(forged.status).toBe(401);
    }
    expect([workflow.started.length, workflow.refused]).toEqual([count, 3]);
    await call('delete');
  });
});
