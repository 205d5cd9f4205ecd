import { z } from 'zod';
import { previewIntentsBody } from '../ai/schema.ts';
import { ourText } from '../core/our-text.ts';
import { id, timestamp, version } from '../core/primitives.ts';
import { examSizes } from './exam.ts';
import { automationName, flow } from './flow.ts';

export const automationStates = ['DRAFT', 'ON', 'OFF', 'PAUSED'] as const;

const problem = z.strictObject({
  step: z.string().nullable(),
  part: z.enum(['trigger', 'conditions', 'steps', 'step']),
  msg: ourText(),
});

export const automation = z.strictObject({
  id,
  name: z.string(),
  state: z.enum(automationStates),
  /** PAUSED: five runs in a row failed, or comparing its words with a message took too long. */
  paused_by: z.enum(['errors', 'slow_words']).nullable(),
  /** What is edited; `published_version` is what runs. */
  flow,
  published_version: z.number().int().nullable(),
  /** Whether the draft differs from the published version. */
  changed: z.boolean(),
  problems: z.array(problem),
  /** Of the last 24 hours. */
  counts: z.strictObject({
    runs: z.number().int(),
    handed_over: z.number().int(),
    failed: z.number().int(),
  }),
  /** Runs that wait for a time or an answer. */
  waiting: z.number().int(),
  updated_at: timestamp,
  updated_by: z.string(),
  version,
});
export type Automation = z.output<typeof automation>;

export const createAutomationBody = z.strictObject({ id: id.optional(), name: automationName, flow });
export const changeAutomationBody = z.strictObject({
  name: automationName.optional(),
  flow: flow.optional(),
  /** As read: someone else’s change in between is 409 version_conflict. */
  version: version.optional(),
});

export const automationVersion = z.strictObject({
  number: z.number().int(),
  flow,
  published_at: timestamp,
  published_by: z.string(),
});
export type AutomationVersion = z.output<typeof automationVersion>;

export const runStates = ['RUNNING', 'WAITING', 'ASKING', 'CALLING', 'FINISHED', 'STOPPED', 'FAILED'] as const;

export const automationRun = z.strictObject({
  id,
  automation_id: id,
  automation_name: z.string(),
  version_number: z.number().int(),
  /** Null: it did not start, because the contact has no conversation. */
  thread_id: id.nullable(),
  contact_id: id,
  contact_name: z.string(),
  state: z.enum(runStates),
  /** Why it ended early: `handed_over`, `member_replied`, `opted_out`, `bot_loop`, `told_while_closed`, `stopped`, `held_by_other`, `automation_off`, or the code of an error. */
  reason: z.string().nullable(),
  /** When it continues. */
  due_at: timestamp.nullable(),
  started_at: timestamp,
  ended_at: timestamp.nullable(),
});
export type AutomationRun = z.output<typeof automationRun>;

/**
 * A line of the trace. `detail` depends on the kind; in a dry run a message that would be sent has the `replies` that the
 * customer can tap, and what `opens` them where they are a list.
 */
export const runStep = z.strictObject({
  step_id: z.string().nullable(),
  kind: z.string(),
  outcome: z.string(),
  detail: z.record(z.string(), z.unknown()),
  message_id: id.nullable(),
  at: timestamp,
});
export type RunStep = z.output<typeof runStep>;

export const runDetail = automationRun.extend({ variables: z.record(z.string(), z.string()), steps: z.array(runStep) });
export type AutomationRunDetail = z.output<typeof runDetail>;

/** A value for headers of called addresses: it is never shown again, and sent to the host of `url` only. */
export const secretBody = z.strictObject({
  url: z.string().trim().max(2_000),
  value: z
    .string()
    .trim()
    .min(1)
    .max(4_096)
    .regex(/^[\x20-\x7e]+$/, 'Only ASCII characters.'),
});

export const examMarks = ['right', 'wrong', 'unsure'] as const;
export type ExamMark = (typeof examMarks)[number];

/** An AI intent tried on the latest first messages of customers. Nothing is sent to them. */
export const startExamBody = z.strictObject({
  /** As they are in the step: other ones make the exam void. */
  intents: previewIntentsBody.shape.intents,
  /** Empty: all channels. */
  channel_ids: z.array(id).max(200),
  count: z.union(examSizes.map((size) => z.literal(size))),
});

export const exam = z.strictObject({
  intents: startExamBody.shape.intents,
  channel_ids: z.array(id),
  /** `stopped`: `problem` says why; it can be continued. */
  state: z.enum(['asking', 'done', 'stopped']),
  problem: ourText().nullable(),
  /** Marks that publishing the step needs: fewer than 10 where the account had fewer messages. */
  needed: z.number().int(),
  created_at: timestamp,
  created_by: z.string(),
  /** The newest message first. */
  answers: z.array(
    z.strictObject({
      message_id: id,
      text: z.string(),
      at: timestamp,
      /** Number of the intent that was chosen, 0: none; null: not asked yet. */
      intent: z.number().int().nullable(),
      /** In percent; null: the provider did not say. */
      confidence: z.number().int().nullable(),
      mark: z.enum(examMarks).nullable(),
    }),
  ),
});
export type Exam = z.output<typeof exam>;

export const customerSays = z.strictObject({
  text: z.string().trim().min(1).max(4_096),
  /** The id of the tapped button or list row. */
  reply_id: z.string().max(256).optional(),
});

export const dryRunBody = z.strictObject({
  flow,
  /** A conversation whose contact, labels and messages are used; without one, a made-up customer writes. */
  thread_id: id.optional(),
  /** What the customer writes, in order; without any, the last ones of the conversation. */
  messages: z.array(customerSays).max(50).optional(),
});

export const dryRun = z.strictObject({
  contact_name: z.string(),
  /** The customer’s messages that were used. */
  messages: z.array(z.strictObject({ text: z.string(), step: z.number().int() })),
  state: z.enum(runStates).nullable(),
  reason: z.string().nullable(),
  steps: z.array(runStep),
  /** For members who see prices; null: no rates, or nothing would be sent. */
  cost: z
    .strictObject({
      currency: z.string(),
      messages: z.number().int(),
      /** Once the free replies of the month are used. */
      amount: z.number(),
      /** Messages that no rate is known for. */
      without_rate: z.number().int(),
    })
    .nullable(),
});
export type DryRun = z.output<typeof dryRun>;
