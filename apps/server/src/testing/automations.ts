import type { Automation, AutomationRunDetail, Flow, FlowStep, Thread } from '@parley/contract/types';
import { customerSends, queryAsOwner } from './inbox.ts';
import { until, type World } from './world.ts';

export const keyword = (word: string): Flow['trigger'] => ({ kind: 'keyword', match: 'contains', words: [word] });

/** Steps one after the other: each leads to the next of the list unless it says otherwise. */
export function flowOf(
  trigger: Flow['trigger'],
  steps: FlowStep[],
  more: Partial<Omit<Flow, 'settings'>> & { settings?: Partial<Flow['settings']> } = {},
): Flow {
  return {
    trigger,
    conditions: [],
    start: steps[0]?.id ?? null,
    steps,
    ...more,
    settings: { quiet_minutes: 30, max_runs: 20, pass_on: false, ...more.settings },
  };
}

export const say = (id: string, text: string, next: string | null = null): FlowStep => ({
  ...{ id, kind: 'send_text', text, next },
});

/** As if the AI intents of a draft were tried on past messages, of which there were none. */
export async function passExams(world: World, automationId: string, flow: Flow): Promise<void> {
  for (const step of flow.steps) {
    if (step.kind !== 'intent') continue;
    const intents = step.intents.map(({ name, about }) => ({ name, about }));
    await rows(
      world,
      `insert into automation_exams (client_id, automation_id, step_id, id, intents, channel_ids, needed, created_by)
       values ($1, $2, $3, gen_random_uuid(), $4, '{}', 0, 'x')`,
      [world.clientId, automationId, step.id, JSON.stringify(intents)],
    );
  }
}

/** Creates and publishes an automation. */
export async function publish(world: World, name: string, flow: Flow): Promise<Automation> {
  const { body } = await world.api('POST /api/automations', { body: { name, flow } });
  await passExams(world, body.id, flow);
  const published = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
  if (published.status !== 200) throw new Error(JSON.stringify(published.body));
  return published.body;
}

export async function turnAllOff(world: World): Promise<void> {
  const { body } = await world.api('GET /api/automations');
  for (const { id } of body.data) await world.api('POST /api/automations/{id}/pause', { params: { id } });
}

/** The customer taps a button of ours. */
export async function customerTaps(world: World, from: string, reply: { id: string; title: string }): Promise<void> {
  await customerSends(world, from, { type: 'interactive', interactive: { type: 'button_reply', button_reply: reply } });
}

export const rows = <R extends Record<string, unknown>>(world: World, text: string, values: unknown[] = []) =>
  queryAsOwner<R>(world.server.owner, text, values);

/** The texts that bots sent in a thread, in order, once there are so many. */
export function botTexts(world: World, thread: Pick<Thread, 'id'>, atLeast = 1): Promise<string[]> {
  return until(async () => {
    const sent = await rows<{ text: string }>(
      world,
      `select coalesce(content->'body'->>'text', content->>'body') as text from messages
       where thread_id = $1 and created_by = 'bot' order by sort_at, id`,
      [thread.id],
    );
    return sent.length >= atLeast ? sent.map(({ text }) => text) : null;
  });
}

/** The newest run of an automation in a thread, once it is in one of the states. */
export async function runIn(
  world: World,
  thread: Pick<Thread, 'id'>,
  automation: Pick<Automation, 'id'>,
  ...states: string[]
): Promise<AutomationRunDetail> {
  const id = await until(async () => {
    const [run] = await rows<{ id: string; state: string }>(
      world,
      `select id, state from automation_runs where thread_id = $1 and automation_id = $2 order by started_at desc limit 1`,
      [thread.id, automation.id],
    );
    return run !== undefined && (states.length === 0 || states.includes(run.state)) ? run.id : null;
  });
  return (await world.api('GET /api/automation-runs/{id}', { params: { id } })).body;
}

/** Resolves when the engine has read the whole feed. */
export async function untilRead(world: World, withinMs = 40_000): Promise<void> {
  await until(async () => {
    const [row] = await rows<{ behind: boolean }>(
      world,
      `select k.pos < c.pos or exists (select from changes_new n where n.client_id = k.client_id) as behind
       from automation_cursors k join change_counters c using (client_id) where k.client_id = $1`,
      [world.clientId],
    );
    return row?.behind === false;
  }, withinMs);
}
