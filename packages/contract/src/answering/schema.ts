import { z } from 'zod';
import { examSizes } from '../automations/exam.ts';
import { examMarks } from '../automations/schema.ts';
import { ourText } from '../core/our-text.ts';
import { id, nameText, timestamp, version } from '../core/primitives.ts';

const channelIds = z.array(id).max(200);
const percent = z.number().int().min(0).max(100);

/** An account's AI assistant, which answers customers from help texts and saved replies. */
const chosen = {
  is_on: z.boolean(),
  /** Where it answers. */
  channel_ids: channelIds,
  /** `closed`: only outside of the channel's working hours. */
  hours: z.enum(['always', 'closed']),
  /** `unassigned`: conversations that nobody was chosen for; `given`: those that a member gives it. */
  takes: z.enum(['unassigned', 'given']),
  /** What the team reads as its name. */
  name: nameText,
  /** In percent: below it the conversation is handed over. */
  min_confidence: percent,
  /** Answers in a conversation; the next message is handed over. */
  most_answers: z.number().int().min(1, 'At least 1.').max(50, 'At most 50.'),
  /** Sent to the customer when it hands over; null: nothing is sent. */
  handover_text: z.string().trim().min(1).max(1_000, 'At most 1,000 characters.').nullable(),
};
export const putAssistantBody = z.strictObject({ ...chosen, version });
export const assistant = z.strictObject({
  ...chosen,
  version,
  /** What keeps it from being switched on, or from answering now. */
  problems: z.array(ourText()),
});
export type Assistant = z.output<typeof assistant>;

const answerSources = ['help_text', 'saved_reply', 'answer'] as const;
export const answerSource = z.strictObject({
  kind: z.enum(answerSources),
  /** Of the help text, the saved reply, or the message that was answered well. */
  id,
  title: z.string(),
  /** The paragraph that fits best, as it was at that time. */
  passage: z.string(),
});
export type AnswerSource = z.output<typeof answerSource>;

const handoverReasons = [
  'ai_unavailable',
  'answers_used_up',
  'asked_for_person',
  'interrupted',
  'limit_reached',
  'member',
  'no_passage',
  'not_sent',
  'not_text',
  'provider_failed',
  'too_late',
  'unsure',
] as const;
export type HandoverReason = (typeof handoverReasons)[number];

export const startAssistantExamBody = z.strictObject({
  /** Empty: all channels. */
  channel_ids: channelIds,
  count: z.union(examSizes.map((size) => z.literal(size))),
});
/** The assistant tried on the latest first messages of customers. Nothing is sent to them. */
export const assistantExam = z.strictObject({
  /** `stopped`: `problem` says why; it can be continued. */
  state: z.enum(['asking', 'done', 'stopped']),
  problem: ourText().nullable(),
  /** Marks that switching on needs: fewer than 10 where the account had fewer messages. */
  needed: z.number().int(),
  created_at: timestamp,
  created_by: z.string(),
  /** The newest message first. */
  answers: z.array(
    z.strictObject({
      message_id: id,
      text: z.string(),
      at: timestamp,
      asked: z.boolean(),
      /** Null: it would have handed over. */
      reply: z.string().nullable(),
      source: answerSource.nullable(),
      /** In percent; null: the provider did not say. */
      confidence: percent.nullable(),
      mark: z.enum(examMarks).nullable(),
    }),
  ),
});
export type AssistantExam = z.output<typeof assistantExam>;
export const markAssistantAnswerBody = z.strictObject({ mark: z.enum(examMarks).nullable() });

export const rateAnswerBody = z.strictObject({
  /** `good`: later answers may be made from it; `bad`: none is; null: neither. */
  rating: z.enum(['good', 'bad']).nullable(),
});

/** The assistant as one to whom conversations are assigned. */
export const assistantAssignee = z.strictObject({
  name: z.string(),
  /** Where it answers; none while it is off. */
  channel_ids: z.array(id),
  /** Conversations that it has, of the newest 200 that are active and that nobody is assigned to. */
  thread_ids: z.array(id),
});
export type AssistantAssignee = z.output<typeof assistantAssignee>;

/** The assistant in one conversation. */
export const threadAssistant = z.strictObject({
  /** Whether a member may give it the conversation. */
  available: z.boolean(),
  name: z.string(),
  /** Whether it answers the customer's next message. */
  answers_next: z.boolean(),
  /** An automation may answer that message; then the assistant does not. */
  automation_first: z.boolean(),
  /** The newest 50 messages that it wrote. */
  answers: z.array(
    z.strictObject({
      message_id: id,
      source: answerSource,
      confidence: percent,
      rating: rateAnswerBody.shape.rating,
    }),
  ),
});
export type ThreadAssistant = z.output<typeof threadAssistant>;
