import { isAwayMessage } from '@parley/contract/away-message';
import { closedSince } from '@parley/contract/opening';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { newId } from '../../../platform/ids.ts';
import { listOptOutSettings } from '../../accounts/public.ts';
import { isOtherHolder } from '../../messaging/public.ts';
import { areConditionsMet } from '../facts/conditions.ts';
import { factsOf, findPlaces, type Places } from '../facts/context.ts';
import { type LiveAutomation, listLive } from '../facts/live-query.ts';
import { isQuietAct } from '../facts/may-answer.ts';
import {
  answerRuns,
  countRecentRuns,
  insertRuns,
  type NewRun,
  pauseAutomation,
  stopRunsOfOptOuts,
} from '../facts/run-repo.ts';
import { startBot } from '../stop-repo.ts';
import { findWords, SlowWords, slowWords } from '../words/compare.ts';
import { type IncomingText, readIncomingText } from '../words/incoming-text.ts';
import { findBotLoops } from './bot-loops-query.ts';
import {
  hasMemberReplied,
  type IncomingMessage,
  listChanges,
  listIncoming,
  listRepliedBroadcasts,
  listThreadEvents,
  lockCursor,
  moveCursor,
  type ThreadEvent,
} from './events-query.ts';
import { type MessageEvent, matchTrigger, type ThreadChange, wordsOf } from './match-trigger.ts';
import { noteBotLoops } from './note-bot-loops.ts';
import { findThreadsOfSenders } from './opt-out-query.ts';

/** Changes in one transaction. */
const atOnce = 1_000;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Something that may start automations in a conversation. `key` names it for ever. */
export type TriggerEvent = {
  key: string;
  threadId: string;
  channelId: string;
  at: Date;
  messageId: string | null;
  incoming: IncomingText | null;
  /** Starts nothing but automations with a keyword for it. */
  onlyKeywords?: boolean;
  /** A bot wrote it: what it would start is only written down. */
  loop?: boolean;
  event: MessageEvent | ThreadChange;
};

/**
 * Starts runs, and answers questions of open ones, for what the account's feed brings; the cursor moves in the same
 * transaction. What is older than the feed's retention starts nothing.
 * @returns whether there is more, and whether anything is due now
 */
export async function readFeed(tx: TenantTx): Promise<{ more: boolean; due: boolean }> {
  const cursor = await lockCursor(tx);
  if (cursor === null || cursor.head === cursor.pos) return { more: false, due: false };
  const batch = await listChanges(tx, cursor.pos, atOnce);
  if (batch.first !== cursor.pos + 1 || batch.last === null) {
    await moveCursor(tx, cursor.head);
    return { more: false, due: false };
  }
  const due = batch.messages.length + batch.events.length > 0 && (await startForChanges(tx, batch));
  await moveCursor(tx, batch.last);
  return { more: batch.n === atOnce, due };
}

async function startForChanges(tx: TenantTx, changes: { messages: string[]; events: string[] }): Promise<boolean> {
  const live = await listLive(tx);
  const withFirst = live.some(({ flow }) => flow.trigger.kind === 'first_message');
  const [incoming, events] = await Promise.all([
    listIncoming(tx, changes.messages, withFirst),
    listThreadEvents(tx, changes.events),
  ]);
  const stops = incoming.filter(({ asks }) => asks === 'opt_out').map(({ id }) => id);
  if (stops.length > 0) await stopRunsOfOptOuts(tx, await findThreadsOfSenders(tx, stops));
  const messages = await withoutConfirmed(tx, withoutStopped(incoming));
  const replies = live.some(({ flow }) => flow.trigger.kind === 'campaign_reply')
    ? await listRepliedBroadcasts(
        tx,
        messages.map(({ id }) => id),
      )
    : [];
  const repliedTo = new Map(replies.map((reply) => [reply.message_id, reply]));
  const done = events.filter(({ kind }) => kind === 'done').map((event) => event.thread_id);
  await startBot(tx, [...new Set(done)]);
  const loops =
    live.length === 0
      ? new Set<string>()
      : await findBotLoops(
          tx,
          messages.map(({ id }) => id),
        );
  const firstOfThreads = new Map(
    messages
      .toReversed()
      // A call says nothing: an open question waits on.
      .filter(({ id, asks, type }) => asks === null && type !== 'call' && !loops.has(id))
      .map((message) => [message.thread_id, message]),
  );
  const answers = await answerRuns(tx, [...firstOfThreads.values()]);
  const answeredIn = new Set(messages.filter(({ id }) => answers.has(id)).map((message) => message.thread_id));
  const triggerEvents: TriggerEvent[] = messages
    .filter((message) => !answeredIn.has(message.thread_id))
    .map(({ id, thread_id: threadId, channel_id: channelId, created_at: at, type, content, extras, first, asks }) => {
      const incoming = readIncomingText(type, content, extras);
      return {
        key: `message:${id}`,
        threadId,
        channelId,
        at,
        messageId: id,
        incoming,
        onlyKeywords: asks !== null,
        loop: loops.has(id),
        event: { kind: 'message', incoming, first, broadcast: repliedTo.get(id) ?? null },
      };
    });
  triggerEvents.push(
    ...events.map(
      (event): TriggerEvent => ({
        ...{ key: `event:${event.id}`, threadId: event.thread_id, channelId: event.channel_id, at: event.created_at },
        ...{ messageId: null, incoming: null, event: changeOf(event) },
      }),
    ),
  );
  const matches: Match[] = [];
  for (const triggerEvent of triggerEvents) matches.push(...(await findMatches(tx, live, triggerEvent)));
  const runs = await runsOf(tx, live, matches);
  const started = await insertRuns(tx, runs);
  await noteBotLoops(
    tx,
    runs.flatMap(({ ended, threadId }) => (ended?.reason === 'bot_loop' && threadId !== null ? [threadId] : [])),
  );
  return started.length + answers.size > 0;
}

function changeOf(event: ThreadEvent): ThreadChange {
  switch (event.kind) {
    case 'labels_changed':
      return { kind: 'labels', added: event.detail.added };
    case 'stage_changed':
      return { kind: 'stage', stageId: event.detail.stage_id };
    default:
      return { kind: 'thread', state: event.kind === 'done' ? 'DONE' : 'ACTIVE' };
  }
}

/** Who has asked for silence is not answered for what they wrote before. */
function withoutStopped(messages: readonly IncomingMessage[]): IncomingMessage[] {
  const last = new Map<string, number>();
  for (const [at, { thread_id: thread, asks }] of messages.entries()) if (asks === 'opt_out') last.set(thread, at);
  return messages.filter(({ thread_id: thread }, at) => at >= (last.get(thread) ?? 0));
}

/**
 * Opt-outs and opt-ins are confirmed by the account itself: no bot answers them too. Where the account confirms none, an
 * automation for the word may; no other writes to who has just asked for silence.
 */
async function withoutConfirmed(tx: TenantTx, messages: readonly IncomingMessage[]): Promise<IncomingMessage[]> {
  if (!messages.some(({ asks }) => asks !== null)) return [...messages];
  const { answers } = (await listOptOutSettings(tx, [tx.clientId]))(tx.clientId);
  return answers.on ? messages.filter(({ asks }) => asks === null) : [...messages];
}

/** An automation that an event may start, or a run that says why it is paused instead. */
type Match = { triggerEvent: TriggerEvent } & (
  | { automation: LiveAutomation; matched: Record<string, unknown> }
  | { paused: NewRun }
);

/** What takes too long to compare is paused, and is no longer live. */
async function findMatches(tx: TenantTx, live: LiveAutomation[], triggerEvent: TriggerEvent): Promise<Match[]> {
  const matches: Match[] = [];
  const words = await findTriggerWords(tx, live, triggerEvent, async (slow) => {
    matches.push({ triggerEvent, paused: await pausedRun(tx, slow, triggerEvent) });
    live.splice(live.indexOf(slow), 1);
  });
  for (const automation of live) {
    if (!mayMatch(automation, triggerEvent)) continue;
    const matched = matchTrigger(automation.flow.trigger, triggerEvent.event, words.get(automation) ?? null);
    if (matched !== null) matches.push({ triggerEvent, automation, matched });
  }
  return matches;
}

/** Of each event the first automation that may start; those after it only where it passes the event on. */
async function runsOf(tx: TenantTx, live: LiveAutomation[], matches: readonly Match[]): Promise<NewRun[]> {
  const places = await findPlaces(tx, [...new Set(matches.map(({ triggerEvent }) => triggerEvent.threadId))]);
  const runs: NewRun[] = [];
  const over = new Set<TriggerEvent>();
  for (const match of matches) {
    const { triggerEvent } = match;
    if ('paused' in match) {
      runs.push(match.paused);
      continue;
    }
    const { automation, matched } = match;
    if (over.has(triggerEvent) || !live.includes(automation)) continue;
    try {
      if (!(await isAllowedToStart(tx, automation, triggerEvent, places))) continue;
    } catch (error) {
      if (!(error instanceof SlowWords)) throw error;
      runs.push(await pausedRun(tx, automation, triggerEvent));
      live.splice(live.indexOf(automation), 1);
      continue;
    }
    const run = newRun(automation, triggerEvent, matched);
    if (triggerEvent.loop === true) run.ended = { state: 'STOPPED', reason: 'bot_loop' };
    runs.push(run);
    if (!automation.flow.settings.pass_on) over.add(triggerEvent);
  }
  return runs;
}

function mayMatch({ on_since, flow }: LiveAutomation, { at, onlyKeywords }: TriggerEvent): boolean {
  return at > on_since && (onlyKeywords !== true || flow.trigger.kind === 'keyword');
}

/** The word of each trigger that the message matches. */
async function findTriggerWords(
  tx: TenantTx,
  live: readonly LiveAutomation[],
  triggerEvent: TriggerEvent,
  pause: (slow: LiveAutomation) => Promise<void>,
): Promise<Map<LiveAutomation, string | null>> {
  const { incoming } = triggerEvent;
  if (incoming === null) return new Map();
  for (;;) {
    const asked = live.flatMap((automation) => {
      const list = mayMatch(automation, triggerEvent) ? wordsOf(automation.flow.trigger) : null;
      return list === null ? [] : [{ automation, list }];
    });
    try {
      const lists = asked.map(({ list }) => list);
      const words = await findWords(tx.clientId, 'live', incoming, lists);
      return new Map(asked.map(({ automation }, at) => [automation, words[at] ?? null]));
    } catch (error) {
      if (!(error instanceof SlowWords)) throw error;
      for (const [at, { automation }] of asked.entries()) if (error.lists.includes(at)) await pause(automation);
    }
  }
}

/** Pauses an automation and says in its runs why. */
async function pausedRun(tx: TenantTx, automation: LiveAutomation, triggerEvent: TriggerEvent): Promise<NewRun> {
  await pauseAutomation(tx, automation.id, slowWords.code);
  const run = newRun(automation, triggerEvent, { ...slowWords, text: triggerEvent.incoming?.text.slice(0, 200) ?? '' });
  return { ...run, ended: { state: 'FAILED', reason: slowWords.code } };
}

export function newRun(
  { id, number, flow }: LiveAutomation,
  {
    threadId,
    channelId,
    key,
    messageId,
  }: Pick<TriggerEvent, 'key' | 'messageId'> & Pick<NewRun, 'threadId' | 'channelId'>,
  matched: Record<string, unknown>,
): NewRun {
  return {
    id: newId(),
    automationId: id,
    version: number,
    threadId,
    channelId,
    eventKey: key,
    messageId,
    stepId: flow.start,
    matched: { ...matched, trigger: flow.trigger.kind, conditions: flow.conditions.length },
  };
}

/**
 * Conditions, the loop guard, a stopped bot (which keeps nothing quiet from running), another sender who answers, and silence after a member answered.
 * @throws SlowWords only for what a customer said
 */
export async function isAllowedToStart(
  tx: TenantTx,
  { id, flow }: LiveAutomation,
  {
    threadId,
    incoming,
    variables = {},
  }: Pick<TriggerEvent, 'threadId' | 'incoming'> & { variables?: Record<string, string> },
  { conversations, stopped }: Places,
): Promise<boolean> {
  const conversation = conversations.get(threadId);
  if (conversation === undefined) return false;
  const facts = factsOf(conversation, null, incoming, { clientId: tx.clientId, purpose: 'live' });
  if (!(await areConditionsMet(flow.conditions, { ...facts, variables }, id))) return false;
  const { quiet_minutes: quiet, max_runs: most } = flow.settings;
  if (!isQuietAct(flow) && (stopped.has(threadId) || isOtherHolder(conversation.thread.holder))) return false;
  if ((await countRecentRuns(tx, threadId, id, dayMs)) >= most) return false;
  const { working_hours: hours, now } = conversation.channel;
  const since = hours === null || !isAwayMessage(flow) ? null : closedSince(hours, now.getTime());
  if (since !== null && (await countRecentRuns(tx, threadId, id, now.getTime() - since)) > 0) return false;
  // An unanswered customer or a conversation that is done is no talk to interrupt.
  const interrupts = ['message', 'keyword', 'first_message', 'reply', 'campaign_reply'].includes(flow.trigger.kind);
  if (!interrupts || quiet === 0) return true;
  return !(await hasMemberReplied(tx, threadId, new Date(Date.now() - quiet * minuteMs)));
}
