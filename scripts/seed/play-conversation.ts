import { randomUUID } from 'node:crypto';
import type { Message, Thread } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';
import type { Author, Conversation, Step } from './conversation.ts';
import type { Installation } from './installation.ts';
import type { Member } from './members.ts';
import type { Sandbox } from './sandbox.ts';

/** Everything a conversation needs around it. */
export type SeedContext = {
  installation: Installation;
  clientId: string;
  sandbox: Sandbox;
  team: Readonly<Record<Author, Member>>;
};

/** A message that was played, and when it is to have been. */
export type PlayedMessage = { id: string; ago: number };
/** What cannot be had by playing: the last message of these is made so afterwards. */
export type ForcedOutcome = { id: string; becomes: 'unknown' | 'held' };
/** A note that is to be written once the whole team is there. */
export type NoteToWrite = { threadId: string; ago: number; by: Author; body: string };
export type PlayedConversation = { played: PlayedMessage[]; forcedOutcomes: ForcedOutcome[]; notes: NoteToWrite[] };

type Line = { id: string; providerId: string | null };
const settleTimeoutMs = 30_000;

/**
 * Plays a conversation through the real paths: the simulated customer writes and reads, the team answers through the API.
 * All of it happens now; what belongs to the past is moved there afterwards.
 */
export async function playConversation(stage: SeedContext, conversation: Conversation): Promise<PlayedConversation> {
  const { sandbox } = stage;
  const { name, phone, username, hidesNumber } = conversation;
  const phoneId = await sandbox.makePhone({
    phone_number: phone,
    name,
    ...(username === undefined ? {} : { username }),
    reads: 'at_once',
    hides_number: hidesNumber ?? false,
  });
  const lines: Line[] = [];
  const performance: PlayedConversation = { played: [], forcedOutcomes: [], notes: [] };
  let threadId: string | null = null;
  for (const step of conversation.steps) {
    if (step.kind === 'them') {
      const written = await theyWrite(stage, phoneId, step, lines);
      threadId ??= written.thread_id;
      lines.push({ id: written.id, providerId: written.provider_message_id });
      performance.played.push({ id: written.id, ago: step.ago });
    } else if (threadId === null) {
      throw new Error(`${name}: the customer has to write first`);
    } else if (step.kind === 'note') {
      performance.notes.push({ threadId, ago: step.ago, by: step.by, body: step.body });
    } else if (step.kind === 'us') {
      const id = await weWrite(stage, phoneId, threadId, step, lines);
      lines.push({ id, providerId: await providerIdOf(stage, id) });
      performance.played.push({ id, ago: step.ago });
      if ('goesWrong' in step && typeof step.goesWrong === 'string') {
        performance.forcedOutcomes.push({ id, becomes: step.goesWrong });
      }
    } else {
      await react(stage, phoneId, step, lines);
    }
  }
  if (threadId !== null) await applyThreadState(stage, threadId, conversation);
  await sandbox.changePhone(phoneId, { reads: 'when_open', online: true });
  return performance;
}

type WrittenRow = { id: string; thread_id: string; provider_message_id: string };

async function theyWrite(
  { installation, sandbox, clientId }: SeedContext,
  phoneId: string,
  step: Extract<Step, { kind: 'them' }>,
  lines: readonly Line[],
): Promise<WrittenRow> {
  const quoted = step.quotes === undefined ? undefined : (lines[step.quotes]?.providerId ?? undefined);
  const providerId = await sandbox.write(phoneId, step.type, step.content, quoted);
  return until(`a message of ${phoneId}`, async () => {
    const { rows } = await installation.owner.query<WrittenRow>(
      'select id, thread_id, provider_message_id from messages where client_id = $1 and provider_message_id = $2',
      [clientId, providerId],
    );
    return rows[0];
  });
}

async function weWrite(
  stage: SeedContext,
  phoneId: string,
  threadId: string,
  step: Extract<Step, { kind: 'us' }>,
  lines: readonly Line[],
): Promise<string> {
  const { installation, sandbox, team } = stage;
  const stopsAt = 'until' in step ? step.until : undefined;
  if (stopsAt !== undefined) {
    await sandbox.changePhone(phoneId, stopsAt === 'sent' ? { online: false } : { reads: 'never' });
  }
  const code = 'goesWrong' in step && typeof step.goesWrong === 'number' ? step.goesWrong : null;
  if (code !== null) await sandbox.failNext(code);
  const quoted = 'quotes' in step && step.quotes !== undefined ? lines[step.quotes]?.id : undefined;
  // Who answers has read.
  await apiCall<Thread>(installation.url, 'POST', `/api/threads/${threadId}/read`, undefined, team[step.by].token);
  const id = randomUUID();
  const body = {
    id,
    channel_id: sandbox.channelId,
    thread_id: threadId,
    source: 'INBOX',
    ...(await contentOf(installation.url, team[step.by].token, step)),
    ...(quoted === undefined ? {} : { context: { message_id: quoted } }),
  };
  await apiCall<Message>(installation.url, 'POST', '/api/messages', body, team[step.by].token);
  const wanted = code !== null ? -1 : stopsAt === 'sent' ? 1 : stopsAt === 'delivered' ? 2 : 3;
  await until(`status ${wanted} of a message to ${phoneId}`, async () => {
    const { rowCount } = await installation.owner.query(
      'select from messages where client_id = $1 and id = $2 and status = $3',
      [stage.clientId, id, wanted],
    );
    return rowCount === 1 ? true : undefined;
  });
  return id;
}

/** What a step of ours says: words, its content, or a file that is uploaded first. */
async function contentOf(url: string, token: string, step: Extract<Step, { kind: 'us' }>) {
  const file = 'file' in step ? step.file : undefined;
  if ('content' in step && step.content !== undefined) return step.content;
  if (file === undefined) return { type: 'text', text: { body: step.body } };
  const kept = await fetch(`${url}/api/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': file.mimeType,
      'x-filename': encodeURIComponent(file.name),
    },
    body: new Uint8Array(file.content),
  });
  if (!kept.ok) throw new Error(`${file.name} was not kept: ${kept.status} ${await kept.text()}`);
  const { id } = (await kept.json()) as { id: string };
  return { type: file.type, [file.type]: { media_id: id, caption: step.body } };
}

async function providerIdOf({ installation, clientId }: SeedContext, id: string): Promise<string | null> {
  const { rows } = await installation.owner.query<{ provider_message_id: string | null }>(
    'select provider_message_id from messages where client_id = $1 and id = $2',
    [clientId, id],
  );
  return rows[0]?.provider_message_id ?? null;
}

async function react(
  { installation, clientId, sandbox, team }: SeedContext,
  phoneId: string,
  step: Extract<Step, { kind: 'they-react' | 'we-react' }>,
  lines: readonly Line[],
): Promise<void> {
  const line = lines[step.to];
  if (line === undefined) throw new Error(`there is no step ${step.to} to react to`);
  const side = step.kind === 'they-react' ? 'theirs' : 'ours';
  if (side === 'theirs') {
    await sandbox.write(phoneId, 'reaction', { message_id: line.providerId, emoji: step.emoji });
  } else {
    const body = {
      channel_id: sandbox.channelId,
      source: 'INBOX',
      type: 'reaction',
      reaction: { message_id: line.id, emoji: step.emoji },
    };
    await apiCall(installation.url, 'POST', '/api/messages', body, team.dana.token);
  }
  await until(`a reaction of ${phoneId}`, async () => {
    const { rowCount } = await installation.owner.query(
      'select from messages where client_id = $1 and id = $2 and reaction -> $3 is not null',
      [clientId, line.id, side],
    );
    return rowCount === 1 ? true : undefined;
  });
}

/** Reads, assigns and closes a conversation as its team has. */
async function applyThreadState(
  { installation, team }: SeedContext,
  threadId: string,
  conversation: Conversation,
): Promise<void> {
  const { assignee, done, unread } = conversation;
  const { token } = team[assignee ?? 'dana'];
  const path = `/api/threads/${threadId}`;
  if (!unread) await apiCall<Thread>(installation.url, 'POST', `${path}/read`, undefined, token);
  const change = {
    ...(assignee === undefined ? {} : { assignee_id: team[assignee].uid }),
    ...(done ? { state: 'DONE' } : {}),
  };
  if (Object.keys(change).length > 0) await apiCall<Thread>(installation.url, 'PUT', path, change, token);
}

/** Polls until a result. @throws Error on timeout */
async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + settleTimeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`did not happen in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
