import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flow } from '@parley/contract/types';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf, exportInto, rowsOf } from './account-export.ts';
import { type AiProvider, startAiProvider } from './ai-provider.ts';
import { connectForAssistant, helpText, putAssistant, sureAnswer } from './answering.ts';
import { flowOf, keyword, publish, rows, say, turnAllOff, untilRead } from './automations.ts';
import { templateOf } from './broadcasts.ts';
import { talkInGroup, textInGroup } from './groups.ts';
import { customerWrites, untilApplied } from './inbox.ts';
import { freshPhone } from './phones.ts';
import { markDone, putRatingRule, questionsIn, ratingRule } from './ratings.ts';
import { testWorld, until, type World } from './world.ts';

let world: World;
let provider: AiProvider;
beforeAll(async () => {
  provider = await startAiProvider();
  world = await testWorld({ env: { ALLOWED_PRIVATE_HOSTS: provider.host } });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

const sentIn = (threadId: string) =>
  rows(world, `select id from messages where thread_id = $1 and direction = 'OUTGOING'`, [threadId]);

test('nobody is asked for a rating in a group', async () => {
  await putRatingRule(world, ratingRule);
  const { thread } = await talkInGroup(world);
  await markDone(world, thread);
  const other = await customerWrites(world, freshPhone(), 'Hello');
  await world.api('POST /api/messages', {
    body: { thread_id: other.id, channel_id: world.channelId, type: 'text', text: { body: 'Done' } } as never,
  });
  await markDone(world, other);
  await questionsIn(world, other);
  await until(
    async () => (await rows(world, 'select from ratings where asked_at is null and skipped is null')).length === 0,
  );
  expect(await sentIn(thread.id)).toEqual([]);
  await putRatingRule(world, null);
});

test('a broadcast reaches no group, named or meant by a filter', async () => {
  const { thread, ana } = await talkInGroup(world);
  const template_id = await templateOf(world);
  const [person] = await rows<{ id: string }>(world, 'select id from contacts where phone_number = $1', [ana.phone]);
  for (const audience of [{ contact_ids: [thread.contact_id, person?.id ?? ''] }, { selection: {} }]) {
    const made = await world.api('POST /api/campaigns', {
      body: { name: 'Spring sale', channel_id: world.channelId, template_id, audience } as never,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const started = await world.api('POST /api/campaigns/{id}/start', { params: { id: made.body.id } });
    expect(started.status, JSON.stringify(started.body)).toBe(200);
    await until(async () => {
      const { body } = await world.api('GET /api/campaigns/{id}', { params: { id: made.body.id } });
      return body.state === 'FINISHED';
    });
    const recipients = await rows(world, 'select contact_id from campaign_recipients where campaign_id = $1', [
      made.body.id,
    ]);
    const ids = recipients.map(({ contact_id: id }) => id);
    expect(ids).toContain(person?.id);
    expect(ids).not.toContain(thread.contact_id);
  }
  expect(await sentIn(thread.id)).toEqual([]);
});

test('no automation starts in a group, whatever its trigger', async () => {
  const label = (await world.api('POST /api/labels', { body: { name: 'Urgent' } })).body;
  const triggers: Flow['trigger'][] = [
    { kind: 'message' },
    { kind: 'first_message' },
    keyword('hello'),
    { kind: 'thread', state: 'DONE' },
    { kind: 'thread', state: 'ACTIVE' },
    { kind: 'label_added', label_id: label.id },
  ];
  for (const trigger of triggers) {
    await publish(
      world,
      trigger.kind,
      flowOf(trigger, [{ id: 'd', kind: 'wait', minutes: 1, next: 's' } as never, say('s', 'Automatic')]),
    );
  }
  const act = async (id: string) => {
    await world.api('PUT /api/threads/{id}', { params: { id }, body: { add_label_ids: [label.id] } });
    await world.api('PUT /api/threads/{id}', { params: { id }, body: { state: 'DONE' } });
    await world.api('PUT /api/threads/{id}', { params: { id }, body: { state: 'ACTIVE' } });
  };
  const { group, ana, thread } = await talkInGroup(world);
  await act(thread.id);
  await world.deliver(textInGroup(group, ana, 'hello again'));
  const other = await customerWrites(world, freshPhone(), 'hello');
  await act(other.id);
  await untilApplied(world.server.owner);
  await untilRead(world);
  const runsIn = (id: string) => rows(world, 'select id from automation_runs where thread_id = $1', [id]);
  expect((await runsIn(other.id)).length).toBeGreaterThan(0);
  expect(await runsIn(thread.id)).toEqual([]);
  await turnAllOff(world);
});

test('the AI assistant answers in no group, and is given none', async () => {
  await connectForAssistant(world, provider);
  await helpText(world, 'Returns', 'Shoes can be returned within 30 days.');
  await rows(
    world,
    `insert into answering_exams (client_id, id, needed, created_by) values ($1, gen_random_uuid(), 0, 'x')`,
    [world.clientId],
  );
  provider.answer = () => sureAnswer('Within 30 days.');
  expect((await putAssistant(world, { is_on: true })).status).toBe(200);
  const { thread } = await talkInGroup(world);
  const other = await customerWrites(world, freshPhone(), 'How do I return my shoes?');
  await until(async () => (await sentIn(other.id)).length > 0);
  const params = { id: thread.id };
  expect((await world.api('GET /api/threads/{id}/ai/assistant', { params })).body).toMatchObject({
    available: false,
    answers_next: false,
  });
  expect((await world.api('POST /api/threads/{id}/ai/assistant/give', { params })).status).toBe(422);
  expect(await sentIn(thread.id)).toEqual([]);
  expect(JSON.stringify(provider.asked)).not.toContain('Hi all');
  await putAssistant(world, { is_on: false });
});

test('the export of an account holds groups, their people and who wrote what', async () => {
  const { group, thread } = await talkInGroup(world);
  const folder = await mkdtemp(join(tmpdir(), 'parley-groups-'));
  try {
    const file = join(folder, 'account.zip');
    await exportInto(world.server.platform, world.clientId, file);
    const entries = await entriesOf(file);
    const of = (table: string, field: string) =>
      (rowsOf(entries, table) as Record<string, unknown>[]).filter((row) => row[field] === thread.id);
    expect(of('threads', 'id')).toMatchObject([{ group_id: group }]);
    expect(of('thread_participants', 'thread_id')).toHaveLength(2);
    const senders = of('messages', 'thread_id').map((row) => JSON.stringify(row['extras']));
    expect(senders).toHaveLength(2);
    const contacts = rowsOf(entries, 'contacts') as Record<string, unknown>[];
    expect(contacts.find(({ id }) => id === thread.contact_id)).toMatchObject({ origin: 'GROUP' });
  } finally {
    await rm(folder, { recursive: true });
  }
});
