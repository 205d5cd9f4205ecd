import type { SandboxBehaviour, SandboxFaults, WriteAsCustomerBody } from './sandbox-schema.ts';
import type { Scenario, ScenarioStep } from './scenario.ts';

/**
 * The stage of a scenario: a sandbox with its customers and its team. Every promise rejects with a readable message.
 */
export type ScenarioDriver = {
  /** @returns the id of the message */
  write(who: string, message: WriteAsCustomerBody): Promise<string>;
  setBehaviour(who: string, behaviour: SandboxBehaviour): Promise<void>;
  read(who: string): Promise<void>;
  changeNumber(who: string): Promise<void>;
  /** @returns the message's id, null when it was refused immediately */
  reply(who: string, text: string): Promise<string | null>;
  markThreadRead(who: string): Promise<void>;
  moveClock(hours: number): Promise<void>;
  setFaults(faults: Partial<SandboxFaults>): Promise<void>;
  wait(seconds: number): Promise<void>;
  /** How often the team received this text from the customer. */
  countInInbox(who: string, text: string): Promise<number>;
  countOnPhone(who: string, text: string): Promise<number>;
  /** Status of a message of the team, -1 to 4 as in the API, and the code of its failure. */
  statusOf(messageId: string): Promise<{ status: number; code: number | null }>;
  isWindowOpen(who: string): Promise<boolean>;
};

/** A step did not end as the scenario says. */
export class ScenarioFailed extends Error {
  readonly stepIndex: number;
  constructor(stepIndex: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.stepIndex = stepIndex;
  }
}

export type PlayOptions = {
  /** How long something expected may take, milliseconds. */
  timeoutMs: number;
  pause(ms: number): Promise<void>;
  /** Called before each step. */
  onStep?(at: number): void;
  /** Ends the play before the next step. */
  signal?: AbortSignal;
};

const pollMs = 150;
const ranks = { failed: -1, sent: 1, delivered: 2, read: 3 } as const;

/**
 * Plays a scenario to its end.
 * @throws ScenarioFailed with the step's index (from 0) and the actual result
 */
export async function playScenario(played: Scenario, stage: ScenarioDriver, options: PlayOptions): Promise<void> {
  const messages = new Map<string, string>();
  for (const [at, each] of played.steps.entries()) {
    if (options.signal?.aborted) return;
    options.onStep?.(at);
    try {
      await playStep(each, stage, messages, options);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      throw new ScenarioFailed(at, words, error);
    }
  }
}

async function playStep(
  each: ScenarioStep,
  stage: ScenarioDriver,
  messages: Map<string, string>,
  options: PlayOptions,
): Promise<void> {
  const named = (name: string): string => {
    const id = messages.get(name);
    if (id === undefined) throw new Error(`No earlier step names a message ${name}.`);
    return id;
  };
  const keep = (name: string | undefined, id: string) => name !== undefined && messages.set(name, id);
  switch (each.do) {
    case 'customer_says':
      keep(each.as, await stage.write(each.who, { type: 'text', text: { body: each.text } }));
      return;
    case 'customer_writes':
      keep(each.as, await stage.write(each.who, each.message));
      return;
    case 'customer_edits': {
      const edit = { original_message_id: named(each.message), message: { type: 'text', text: { body: each.text } } };
      await stage.write(each.who, { type: 'edit', edit });
      return;
    }
    case 'customer_revokes':
      await stage.write(each.who, { type: 'revoke', revoke: { original_message_id: named(each.message) } });
      return;
    case 'customer_reacts': {
      const reaction = { message_id: named(each.message), emoji: each.emoji };
      await stage.write(each.who, { type: 'reaction', reaction });
      return;
    }
    case 'customer_reads':
      return stage.read(each.who);
    case 'customer_changes_number':
      return stage.changeNumber(each.who);
    case 'customer_is':
      return stage.setBehaviour(each.who, each.behaviour);
    case 'team_says': {
      const id = await stage.reply(each.who, each.text);
      if (each.refused === true && id !== null) throw new Error('The message was taken although it had to be refused.');
      if (each.refused !== true && id === null) throw new Error('The message was refused.');
      if (id !== null) keep(each.as, id);
      return;
    }
    case 'team_reads':
      return stage.markThreadRead(each.who);
    case 'clock':
      return stage.moveClock(each.hours);
    case 'faults':
      return stage.setFaults(each.faults);
    case 'wait':
      return stage.wait(each.seconds);
    default:
      return expectStep(each, stage, named, options);
  }
}

type Expected = Extract<ScenarioStep, { do: 'team_sees' | 'team_sees_once' | 'customer_sees' | 'status' | 'window' }>;

async function expectStep(
  each: Expected,
  stage: ScenarioDriver,
  named: (name: string) => string,
  options: PlayOptions,
): Promise<void> {
  switch (each.do) {
    case 'team_sees':
    case 'team_sees_once': {
      const count = await seen(
        options,
        () => stage.countInInbox(each.who, each.text),
        (n) => n > 0,
      );
      if (count === 0) throw new Error(`The team does not have “${each.text}”.`);
      if (each.do === 'team_sees_once' && count > 1) throw new Error(`The team has “${each.text}” ${count} times.`);
      return;
    }
    case 'customer_sees': {
      const count = await seen(
        options,
        () => stage.countOnPhone(each.who, each.text),
        (n) => n > 0,
      );
      if (count !== 1) throw new Error(`${each.who} has “${each.text}” ${count} times.`);
      return;
    }
    case 'status': {
      const wanted = ranks[each.is];
      const reached = (found: { status: number }) => (wanted < 0 ? found.status < 0 : found.status >= wanted);
      const found = await seen(options, () => stage.statusOf(named(each.message)), reached);
      if (!reached(found)) throw new Error(`The message is not ${each.is} but has status ${found.status}.`);
      if (each.code !== undefined && found.code !== each.code) {
        throw new Error(`The message failed with ${found.code}, not with ${each.code}.`);
      }
      return;
    }
    case 'window': {
      const wanted = each.is === 'open';
      const open = await seen(
        options,
        () => stage.isWindowOpen(each.who),
        (is) => is === wanted,
      );
      if (open !== wanted) throw new Error(`The reply window is ${open ? 'open' : 'closed'}.`);
      return;
    }
  }
}

/** Polls until the condition is satisfied or the timeout; @returns the last result */
async function seen<T>(options: PlayOptions, look: () => Promise<T>, isGood: (found: T) => boolean): Promise<T> {
  const untilMs = Date.now() + options.timeoutMs;
  for (;;) {
    const found = await look();
    if (isGood(found) || Date.now() > untilMs || options.signal?.aborted) return found;
    await options.pause(pollMs);
  }
}
