import { z } from 'zod';
import { weekdays } from '../core/opening.ts';
import { id, nameOf, optionalName, timeZone } from '../core/primitives.ts';
import { conditions, matchModes } from './conditions.ts';

/*
 * One model for the step list, the canvas and the engine. Steps form a tree from `start`: each step is the `next` of at
 * most one other, and only `go_to` jumps. A draft may be incomplete: `flowProblems` says what keeps it from running.
 */

export const stepId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'This is not a step id.');
const next = stepId.nullable();
const text = z.string().max(4_096, 'At most 4,096 characters.');
const name = optionalName(40);
const minutes = z.number().int().min(1, 'At least 1 minute.').max(43_200, 'At most 30 days.');
const ids = z.array(id).max(50, 'At most 50.');

/** A value of a JSON text by its path (`order.items[0].name`), saved as a variable of the run. */
const savedValues = z
  .array(z.strictObject({ path: z.string().trim().max(200, 'At most 200 characters.'), name }))
  .max(20, 'At most 20 values.');

/** Where a run of a contact's event takes place: in its conversation of the channel; null: in the most recent one. */
const place = id.nullable();

const trigger = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('message') }),
  z.strictObject({
    kind: z.literal('keyword'),
    match: z.enum(matchModes),
    words: z.array(z.string().max(200, 'At most 200 characters.')).max(50, 'At most 50 keywords.'),
  }),
  z.strictObject({ kind: z.literal('first_message') }),
  z.strictObject({
    kind: z.literal('reply'),
    /** Titles or ids of buttons and list rows; none: any. */
    titles: z.array(z.string().max(256)).max(50),
  }),
  z.strictObject({ kind: z.literal('thread'), state: z.enum(['ACTIVE', 'DONE']) }),
  /** Of a conversation, by anybody. */
  z.strictObject({ kind: z.literal('label_added'), label_id: id.nullable() }),
  z.strictObject({ kind: z.literal('stage_set'), stage_id: id.nullable() }),
  z.strictObject({ kind: z.literal('no_reply'), minutes }),
  /** The reply window ends in so many minutes, and the customer still waits. */
  z.strictObject({ kind: z.literal('window_closing'), minutes: minutes.max(1_380, 'At most 23 hours.') }),
  z.strictObject({
    kind: z.literal('schedule'),
    days: z.array(z.enum(weekdays)).max(7),
    at: z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'Write a time as 09:00.'),
    time_zone: timeZone,
    /** Its contacts, in their conversations of the channel. */
    list_id: id.nullable(),
    channel_id: id.nullable(),
  }),
  z.strictObject({
    kind: z.literal('field_changed'),
    name,
    /** The new value; empty: any, also none. */
    value: z.string().trim().max(200, 'At most 200 characters.'),
    channel_id: place,
  }),
  z.strictObject({ kind: z.literal('list_joined'), list_id: id.nullable(), channel_id: place }),
  /** The first message after a message of a broadcast. */
  z.strictObject({
    kind: z.literal('campaign_reply'),
    /** Null: any broadcast. */
    campaign_id: id.nullable(),
    hours: z.number().int().min(1, 'At least 1 hour.').max(720, 'At most 30 days.'),
  }),
  z.strictObject({
    kind: z.literal('incoming_webhook'),
    webhook_id: id.nullable(),
    channel_id: place,
    /** Of the body of the call. */
    save: savedValues,
    /** A body for dry runs. */
    sample: z.string().max(8_000, 'At most 8,000 characters.'),
  }),
]);

export const assignTargets = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('nobody') }),
  z.strictObject({ kind: z.literal('member'), user_id: id.nullable() }),
  z.strictObject({ kind: z.literal('group'), group_id: id.nullable() }),
  /** The one of a group, or of all members, who got a conversation longest ago and is not away. */
  z.strictObject({ kind: z.literal('round_robin'), group_id: id.nullable() }),
  /** The AI assistant that answers customers. */
  z.strictObject({ kind: z.literal('assistant') }),
]);

const base = { id: stepId };
export const choice = z.strictObject({ id: stepId, title: optionalName(24) });

export const callMethods = ['GET', 'POST', 'PUT', 'PATCH'] as const;

const callUrl = z.strictObject({
  ...base,
  kind: z.literal('call_url'),
  method: z.enum(callMethods),
  /** Its path and query may contain variables. */
  url: z.string().trim().max(2_000, 'At most 2,000 characters.'),
  headers: z
    .array(
      z.strictObject({
        name: z.string().trim().max(100, 'At most 100 characters.'),
        value: z.string().max(1_000, 'At most 1,000 characters.'),
        /** A stored value that is never shown, in place of `value`. */
        secret_id: id.nullable(),
      }),
    )
    .max(20, 'At most 20 headers.'),
  /** JSON whose texts may contain variables; empty: none. */
  body: z.string().max(8_000, 'At most 8,000 characters.'),
  /** Of the JSON answer. */
  save: savedValues,
  /** An answer for dry runs, which do not call. */
  sample: z.string().max(8_000, 'At most 8,000 characters.'),
  next,
  /** Without a good answer; null: the run fails. */
  otherwise: next,
});

/** What Meta takes of a business that advertises with chats (`event_name`); it refuses all other names. */
export const conversionEvents = ['LeadSubmitted', 'QualifiedLead', 'OrderCreated', 'Purchase'] as const;

/** Tells Meta what became of the ad that the customer tapped. Nothing is sent for who came otherwise. */
const conversion = z.strictObject({
  ...base,
  kind: z.literal('conversion'),
  event: z.enum(conversionEvents),
  /** What it is worth, in the account's currency: nothing is said, the value of the conversation, or `amount`. */
  worth: z.enum(['none', 'conversation', 'amount']),
  /** May contain variables. */
  amount: z.string().max(200, 'At most 200 characters.'),
  next,
  /** When it could not be sent; null: the run fails. */
  otherwise: next,
});

/** What a customer may want. The AI provider of the account chooses one by the last message. */
const intents = z.strictObject({
  ...base,
  kind: z.literal('intent'),
  intents: z
    .array(z.strictObject({ id: stepId, name, about: z.string().max(300, 'At most 300 characters.'), next }))
    .min(1)
    .max(10, 'At most 10 intents.'),
  /** How sure the provider must be, in percent; below it the other way is taken. */
  min_confidence: z.number().int().min(0).max(100),
  /** The intent that dry runs take, which do not ask; null: the other way. */
  sample: stepId.nullable(),
  /** When none fits, when the provider is not sure enough or does not say how sure, and without an answer. */
  otherwise: next,
});

const ask = z.strictObject({
  ...base,
  kind: z.literal('ask'),
  text,
  answer: z.enum(['text', 'number', 'date', 'email', 'phone', 'choice']),
  /** For `choice`: up to three are buttons, up to ten a list. */
  choices: z.array(choice).max(10, 'At most 10 choices.'),
  save_to: z.strictObject({ kind: z.enum(['variable', 'field']), name }),
  retries: z.number().int().min(0).max(5),
  retry_text: text,
  /** How long to wait for an answer. */
  timeout_minutes: minutes,
  next,
  /** After the last retry, or without an answer in time; null: hand over to a person, or end without an answer. */
  otherwise: next,
});

export const step = z.discriminatedUnion('kind', [
  z.strictObject({ ...base, kind: z.literal('send_text'), text, next }),
  z.strictObject({
    ...base,
    kind: z.literal('send_buttons'),
    text,
    buttons: z.array(choice.extend({ title: optionalName(20) })).max(3, 'At most 3 buttons.'),
    next,
  }),
  z.strictObject({
    ...base,
    kind: z.literal('send_list'),
    text,
    button: z.string().trim().max(20, 'At most 20 characters.'),
    rows: z
      .array(choice.extend({ description: z.string().trim().max(72, 'At most 72 characters.') }))
      .max(10, 'At most 10 rows.'),
    next,
  }),
  z.strictObject({
    ...base,
    kind: z.literal('send_template'),
    template_id: id.nullable(),
    /** By variable of the template; the values may contain variables themselves. */
    values: z.record(z.string().max(80), z.string().max(1_024)),
    next,
  }),
  z.strictObject({
    ...base,
    kind: z.literal('send_media'),
    media: z.enum(['image', 'video', 'audio', 'document']),
    media_id: id.nullable(),
    filename: z.string().max(240),
    /** Audio has none. */
    caption: z.string().max(1_024, 'At most 1,024 characters.'),
    next,
  }),
  /** A button with which a customer whose number is not known shares it; others are asked nothing. */
  z.strictObject({ ...base, kind: z.literal('ask_number'), text: text.max(1_024, 'At most 1,024 characters.'), next }),
  ask,
  callUrl,
  conversion,
  intents,
  z.strictObject({
    ...base,
    kind: z.literal('branch'),
    /** The first arm whose conditions are all true is taken. */
    arms: z.array(z.strictObject({ name, conditions, next })).min(1).max(10, 'At most 10 branches.'),
    otherwise: next,
  }),
  z.strictObject({ ...base, kind: z.literal('wait'), minutes, next }),
  z.strictObject({ ...base, kind: z.literal('go_to'), step: stepId.nullable() }),
  z.strictObject({ ...base, kind: z.literal('assign'), to: assignTargets, next }),
  z.strictObject({ ...base, kind: z.literal('label'), add: ids, remove: ids, next }),
  /** As when a member moves it: done where the stage closes, else active. */
  z.strictObject({ ...base, kind: z.literal('stage'), stage_id: id.nullable(), next }),
  z.strictObject({ ...base, kind: z.literal('field'), name, value: text, next }),
  z.strictObject({ ...base, kind: z.literal('list'), add: ids, remove: ids, next }),
  /** Marketing only, as a customer asks for it with STOP and START. */
  z.strictObject({ ...base, kind: z.literal('opt_out'), active: z.boolean(), next }),
  z.strictObject({ ...base, kind: z.literal('note'), text, next }),
  z.strictObject({ ...base, kind: z.literal('done'), next }),
  z.strictObject({ ...base, kind: z.literal('hand_over'), to: assignTargets }),
  z.strictObject({ ...base, kind: z.literal('stop') }),
]);

export const flow = z.strictObject({
  trigger,
  /** All of them must be true. */
  conditions,
  start: next,
  steps: z.array(step).max(100, 'At most 100 steps.'),
  settings: z.strictObject({
    /** Silent for so long after a member answered; 0: never silent. */
    quiet_minutes: z.number().int().min(0).max(10_080),
    /** In one conversation, in 24 hours. */
    max_runs: z.number().int().min(1).max(100),
    /** Whether automations further down may run for the same message. */
    pass_on: z.boolean(),
  }),
});

export type Flow = z.output<typeof flow>;
export type FlowTrigger = Flow['trigger'];
export type FlowStep = z.output<typeof step>;
export type FlowStepKind = FlowStep['kind'];
export type AssignTarget = z.output<typeof assignTargets>;
export type StepOf<K extends FlowStepKind> = Extract<FlowStep, { kind: K }>;

export const automationName = nameOf(80);
