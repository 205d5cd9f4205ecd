import type { DryRun, Flow, FlowStep, InputOf, RunStep } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { ensureContacts, identityKey } from '../contacts/public.ts';
import { ensureThreads, getVisibleThread, threadKey } from '../messaging/public.ts';
import { seesSpend } from '../reports/public.ts';
import { visibilityOf } from '../team/public.ts';
import { costOf } from './dry-run-cost.ts';
import { areConditionsMet, type Facts } from './facts/conditions.ts';
import { type Conversation, factsOf, findConversation, type OpenRun } from './facts/context.ts';
import { findFirstChannel } from './facts/facts-query.ts';
import { listLastIncoming } from './runs-query.ts';
import { matchTrigger, wordsOf } from './start/match-trigger.ts';
import { savedFrom } from './steps/body-variables.ts';
import { executeStep } from './steps/execute-step.ts';
import { findWord, SlowWords, slowWords } from './words/compare.ts';
import { type IncomingText, readIncomingText } from './words/incoming-text.ts';

type Body = InputOf<'POST /api/automations/dry-run'>['body'];

const mostSteps = 100;
const sampleName = 'Amara Okafor';
const samplePhone = '447700900000';

/** Carries the result out of the transaction, which is rolled back. */
class RolledBack extends Error {
  readonly result: DryRun;
  constructor(result: DryRun) {
    super('a dry run keeps nothing');
    this.result = result;
  }
}

/**
 * Runs a flow in a conversation, with the real steps in a transaction that is always rolled back. Nothing is sent, and
 * waits are over at once.
 * @throws AppError not_found, channel_not_found
 */
export async function dryRun(platform: Platform, actor: AccountActor, body: Body): Promise<DryRun> {
  try {
    await platform.db.withTenant(actor.clientId, async (tx) => {
      throw new RolledBack(await run(tx, actor, body));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
  throw new Error('a dry run was committed');
}

async function run(tx: TenantTx, actor: AccountActor, body: Body): Promise<DryRun> {
  const threadId =
    body.thread_id === undefined
      ? await makeThread(tx)
      : (await getVisibleThread(tx, body.thread_id, visibilityOf(actor))).id;
  const conversation = await findConversation(tx, threadId);
  if (conversation === null) throw new AppError('not_found', { message: 'This conversation was not found.' });
  const written: IncomingText[] =
    body.messages?.map(({ text, reply_id: id }) => ({ text, reply: id === undefined ? null : { id, title: text } })) ??
    (await listLastIncoming(tx, threadId)).map(({ type, content, extras }) => readIncomingText(type, content, extras));
  const play = new Rehearsal(tx, body.flow as Flow, conversation);
  await play.begin(written);
  const { steps, ...result } = play.result();
  const cost = seesSpend(actor) ? await costOf(tx, threadId, conversation.thread.to_phone, steps) : null;
  return { ...result, steps, cost, contact_name: conversation.contact.name };
}

/** One run without rows of its own. */
class Rehearsal {
  readonly #tx: TenantTx;
  readonly #flow: Flow;
  readonly #conversation: Conversation;
  readonly #steps: RunStep[] = [];
  readonly #messages: DryRun['messages'] = [];
  #run: OpenRun | null = null;
  #at: string | null = null;
  #reason: string | null = null;
  #runs = 0;

  constructor(tx: TenantTx, flow: Flow, conversation: Conversation) {
    this.#tx = tx;
    this.#flow = flow;
    this.#conversation = conversation;
  }

  async begin(written: readonly IncomingText[]): Promise<void> {
    const { trigger } = this.#flow;
    const startsByMessage = ['message', 'keyword', 'first_message', 'reply', 'campaign_reply'].includes(trigger.kind);
    if (!startsByMessage) {
      await this.#start({}, null);
      if (trigger.kind === 'incoming_webhook' && this.#run !== null) this.#run.variables = savedFrom(trigger);
      await this.#takeSteps(null);
    }
    for (const [at, incoming] of written.entries()) {
      const open = this.#run?.state === 'ASKING';
      this.#messages.push({ text: incoming.text, step: this.#steps.length });
      if (open && this.#run !== null) {
        this.#run.answered = true;
        await this.#takeSteps(incoming);
        continue;
      }
      const kept = this.#whatKeepsRunsOff();
      if (kept !== null) {
        this.#add(null, 'trigger', kept, { text: incoming.text });
        continue;
      }
      // A dry run takes the first message for a reply to the broadcast.
      const broadcast = trigger.kind === 'campaign_reply' ? { campaign_id: trigger.campaign_id ?? '', hours: 0 } : null;
      try {
        const list = wordsOf(trigger);
        const word = list === null ? null : await findWord(this.#tx.clientId, 'trial', incoming, list);
        const matched = matchTrigger(trigger, { kind: 'message', incoming, first: at === 0, broadcast }, word);
        if (matched === null) {
          this.#add(null, 'trigger', 'not_matched', { text: incoming.text });
          continue;
        }
        await this.#start(matched, incoming);
      } catch (error) {
        if (!(error instanceof SlowWords)) throw error;
        this.#add(null, 'trigger', 'failed', { ...slowWords, text: incoming.text });
        continue;
      }
      await this.#takeSteps(incoming);
    }
  }

  /** After a run ended another message starts the next one, as in a real conversation. */
  #whatKeepsRunsOff(): string | null {
    if (this.#reason === 'handed_over') return 'bot_stopped';
    return this.#runs >= this.#flow.settings.max_runs ? 'too_many_runs' : null;
  }

  result(): Omit<DryRun, 'contact_name' | 'cost'> {
    return {
      messages: this.#messages,
      steps: this.#steps,
      state: this.#run?.state ?? null,
      reason: this.#reason,
    };
  }

  async #start(matched: Record<string, unknown>, incoming: IncomingText | null): Promise<void> {
    this.#run = null;
    this.#add(null, 'trigger', 'matched', { ...matched, trigger: this.#flow.trigger.kind });
    const { conditions } = this.#flow;
    if (conditions.length > 0 && !(await areConditionsMet(conditions, this.#facts(incoming), 'dry run'))) {
      this.#add(null, 'conditions', 'not_met', {});
      return;
    }
    this.#runs += 1;
    this.#reason = null;
    const nobody = '00000000-0000-0000-0000-000000000000';
    this.#run = {
      ...{ id: newId(), automation_id: nobody, state: 'RUNNING', variables: {} },
      ...{ lines: this.#steps.length, retries: 0, answered: false },
    };
    this.#at = this.#flow.start;
  }

  #facts(incoming: IncomingText | null): Facts {
    return factsOf(this.#conversation, null, incoming, { clientId: this.#tx.clientId, purpose: 'trial' });
  }

  async #takeSteps(incoming: IncomingText | null): Promise<void> {
    const run = this.#run;
    for (let n = 0; run !== null && this.#at !== null; n++) {
      const step = this.#flow.steps.find(({ id }) => id === this.#at);
      if (step === undefined) break;
      if (n >= mostSteps) {
        this.#add(step.id, step.kind, 'failed', { code: 'loop', msg: 'This flow goes round without waiting.' });
        return this.#end('FAILED', 'loop');
      }
      try {
        if (await this.#take(run, step, incoming)) return;
      } catch (error) {
        const failed = failureOf(error);
        this.#add(step.id, step.kind, 'failed', failed);
        return this.#end('FAILED', failed.code);
      }
    }
    if (run !== null) this.#end('FINISHED', null);
  }

  /** @returns whether the run waits for the customer, or ended */
  async #take(run: OpenRun, step: FlowStep, incoming: IncomingText | null): Promise<boolean> {
    const tx = this.#tx;
    const flow = this.#flow;
    const now = (await findConversation(tx, this.#conversation.thread.id)) ?? this.#conversation;
    const { line, next, pause, end } = await executeStep(step, {
      ...{ tx, run, flow, incoming },
      ...now,
      sent: [],
      dry: true,
    });
    this.#add(step.id, step.kind, line.outcome, line.detail);
    run.lines += 1;
    run.answered = false;
    this.#at = next;
    run.state = pause?.state === 'ASKING' ? 'ASKING' : 'RUNNING';
    if (end !== undefined) this.#end(end.state, end.reason);
    return end !== undefined || run.state === 'ASKING';
  }

  #end(state: OpenRun['state'], reason: string | null): void {
    if (this.#run !== null) this.#run.state = state;
    this.#reason = reason;
    this.#at = null;
  }

  #add(stepId: string | null, kind: string, outcome: string, detail: Record<string, unknown>): void {
    const at = new Date().toISOString();
    this.#steps.push({ step_id: stepId, kind, outcome, detail, message_id: null, at });
  }
}

function failureOf(error: unknown): { code: string; msg: string } {
  if (error instanceof SlowWords) return slowWords;
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, msg: error.data[0]?.msg ?? error.message };
}

/** A conversation with a made-up customer. */
async function makeThread(tx: TenantTx): Promise<string> {
  const { clientId } = tx;
  const channelId = await findFirstChannel(tx);
  if (channelId === null) throw new AppError('channel_not_found', { message: 'Connect a channel first.' });
  const value = newId();
  const contact = {
    ...{ clientId, kind: 'user' as const, key: value, value, name: sampleName, username: null },
    ...{ other: null, sandbox: true },
  };
  const { contactIds } = await ensureContacts(tx, [contact], newId);
  const contactId = contactIds.get(identityKey(contact)) ?? '';
  const wanted = { clientId, channelId, contactId, toPhone: samplePhone, toUserId: null };
  const { threadIds } = await ensureThreads(tx, [wanted], newId);
  const threadId = threadIds.get(threadKey(wanted));
  if (threadId === undefined) throw new Error('a thread could not be made');
  return threadId;
}
