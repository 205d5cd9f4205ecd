import { primaryVariables, variablesIn } from '../contacts/variables.ts';
import { parseMinorUnits } from '../core/minor-units.ts';
import { nameKey } from '../core/names.ts';
import {
  type FillableTemplate,
  isSendableValue,
  listTemplateVariables,
  type TemplateVariable,
  unfillableParts,
} from '../templates/fill.ts';
import { callProblems, isJson, savedProblem } from './call-problems.ts';
import type { Condition } from './conditions.ts';
import type { Flow, FlowStep, FlowTrigger } from './flow.ts';
import { exitsOf } from './flow-steps.ts';

/** What keeps a flow from running; `step` is null for the trigger, its conditions and the flow itself. */
export type FlowProblem = { step: string | null; part: 'trigger' | 'conditions' | 'steps' | 'step'; msg: string };

type Templates = ReadonlyMap<string, FillableTemplate>;

/**
 * @param fields names of the account's custom fields; without them neither they nor variables are checked
 * @param templates those that the flow names, by id; the values of others are not checked
 */
export function flowProblems(flow: Flow, fields?: readonly string[], templates: Templates = new Map()): FlowProblem[] {
  const problems: FlowProblem[] = [];
  const add = (part: FlowProblem['part'], step: string | null, msg: string | null) => {
    if (msg !== null) problems.push({ part, step, msg });
  };
  add('trigger', null, triggerProblem(flow.trigger, fields));
  if (countWords(flow) > mostWords)
    add('trigger', null, `An automation can have at most ${mostWords} keywords and patterns in all.`);
  for (const one of flow.conditions)
    add('conditions', null, conditionProblem(one, fields && comparedAtStart(flow, fields)));
  for (const msg of shapeProblems(flow)) add('steps', null, msg);
  const known: string[] = [...primaryVariables, ...(fields ?? []), ...variablesOf(flow)];
  for (const step of flow.steps) {
    for (const msg of stepProblems(step, flow, fields)) add('step', step.id, msg);
    if (step.kind === 'send_template') add('step', step.id, valuesProblem(step, templates));
    if (fields === undefined) continue;
    const unknown = textsOf(step)
      .flatMap(variablesIn)
      .find((name) => !known.includes(name));
    if (unknown !== undefined) add('step', step.id, `Unknown variable {{${unknown}}}.`);
  }
  return problems;
}

/** Of its trigger and conditions together: each is compared with what customers write. */
const mostWords = 500;

function countWords({ trigger, conditions, steps }: Flow): number {
  const branches = steps.flatMap((step) => (step.kind === 'branch' ? step.arms : []));
  const all = [conditions, ...branches.map((arm) => arm.conditions)].flat();
  const lists = all.map((one) => (one.kind === 'text' ? one.words : []));
  return (trigger.kind === 'keyword' ? trigger.words : []).length + lists.flat().length;
}

/** What the conditions of the flow itself compare: no question was answered yet. */
export function comparedAtStart(flow: Flow, fields: readonly string[]): string[] {
  return [...fields, ...savedByTrigger(flow).map(({ name }) => name)].filter((name) => name !== '');
}

/** What the conditions of a branch compare; an attribute that a step sets is made by that. */
export function comparedLater(flow: Flow, fields: readonly string[]): string[] {
  const set = flow.steps.flatMap((step) => (step.kind === 'field' && step.name !== '' ? [step.name] : []));
  return [...fields, ...variablesOf(flow), ...set];
}

function savedByTrigger({ trigger }: Flow): readonly { name: string }[] {
  return trigger.kind === 'incoming_webhook' ? trigger.save : [];
}

/** Names that the trigger, questions and called addresses of the flow save values under. */
export function variablesOf(flow: Flow): string[] {
  const saved: { name: string }[] = [
    ...savedByTrigger(flow),
    ...flow.steps.flatMap((step): readonly { name: string }[] => {
      if (step.kind === 'ask') return [step.save_to];
      return step.kind === 'call_url' ? step.save : [];
    }),
  ];
  return saved.map(({ name }) => name).filter((name) => name !== '');
}

function triggerProblem(trigger: FlowTrigger, fields?: readonly string[]): string | null {
  switch (trigger.kind) {
    case 'keyword':
      return wordsProblem(trigger.words);
    case 'schedule':
      if (trigger.days.length === 0) return 'Choose at least one day.';
      if (trigger.channel_id === null) return 'Choose a channel.';
      return trigger.list_id === null ? 'Choose a contact list.' : null;
    case 'list_joined':
      return trigger.list_id === null ? 'Choose a contact list.' : null;
    case 'label_added':
      return trigger.label_id === null ? 'Choose a label.' : null;
    case 'stage_set':
      return trigger.stage_id === null ? 'Choose a stage.' : null;
    case 'field_changed':
      if (trigger.name === '') return 'Choose an attribute.';
      return fields?.includes(trigger.name) === false
        ? `No attribute is called “${trigger.name}”. Choose another.`
        : null;
    case 'incoming_webhook':
      if (trigger.webhook_id === null) return 'Choose an incoming webhook.';
      return savedProblem(trigger.save) ?? (isJson(trigger.sample) ? null : 'The sample body is not JSON.');
    default:
      return null;
  }
}

function wordsProblem(words: readonly string[]): string | null {
  return words.some((word) => word.trim() !== '') ? null : 'Add at least one keyword.';
}

/** @param names what can be compared; without them it is not checked */
function conditionProblem(one: Condition, names?: readonly string[]): string | null {
  switch (one.kind) {
    case 'channel':
      return one.channel_ids.length === 0 ? 'Choose at least one channel.' : null;
    case 'list':
      return one.list_id === null ? 'Choose a contact list.' : null;
    case 'label':
      return one.label_id === null ? 'Choose a label.' : null;
    case 'country':
      return one.codes.length === 0 ? 'Choose at least one country.' : null;
    case 'language':
      return one.languages.length === 0 ? 'Choose at least one language.' : null;
    case 'text':
      return wordsProblem(one.words);
    case 'value':
      if (one.name === '') return 'Choose an attribute or an answer.';
      if (names?.includes(one.name) === false) {
        return `No attribute or answer is called “${one.name}”. Choose another.`;
      }
      return one.value.trim() === '' && one.operator !== 'is_set' && one.operator !== 'is_empty'
        ? 'Enter a value to compare with.'
        : null;
    default:
      return null;
  }
}

/** A flow is a tree without loose steps, and no loop runs without waiting. */
function shapeProblems(flow: Flow): string[] {
  if (flow.start === null || flow.steps.length === 0) return ['Add at least one step.'];
  const steps = new Map(flow.steps.map((step) => [step.id, step]));
  if (steps.size < flow.steps.length) return ['Two steps have the same id.'];
  const reached = new Set<string>();
  const waiting = [flow.start];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const step = steps.get(at);
    if (step === undefined) return ['A step leads to one that does not exist.'];
    if (reached.has(at)) return ['A step follows two others. Use “Go to” instead.'];
    reached.add(at);
    for (const exit of exitsOf(step)) if (exit !== null) waiting.push(exit);
  }
  if (reached.size < steps.size) return ['A step is not connected.'];
  return hasEndlessLoop(flow, steps) ? ['This flow goes round without waiting. Add a wait or a question.'] : [];
}

function hasEndlessLoop(flow: Flow, steps: ReadonlyMap<string, FlowStep>): boolean {
  const state = new Map<string, 'open' | 'done'>();
  const visit = (id: string): boolean => {
    const step = steps.get(id);
    // What waits cannot be part of an endless loop.
    if (step === undefined || step.kind === 'wait' || step.kind === 'ask' || state.get(id) === 'done') return false;
    if (state.get(id) === 'open') return true;
    state.set(id, 'open');
    const exits = step.kind === 'go_to' ? [step.step] : exitsOf(step);
    const loops = exits.some((exit) => exit !== null && visit(exit));
    state.set(id, 'done');
    return loops;
  };
  return flow.steps.some(({ id }) => visit(id));
}

function stepProblems(step: FlowStep, flow: Flow, fields?: readonly string[]): string[] {
  switch (step.kind) {
    case 'send_text':
    case 'ask_number':
    case 'note':
      return [textProblem(step.text)].filter(isProblem);
    case 'send_buttons':
      return [textProblem(step.text), choicesProblem(step.buttons, ofButtons), ...unfilled(titlesOf(step))].filter(
        isProblem,
      );
    case 'send_list':
      return [
        textProblem(step.text),
        step.button === '' ? 'Name the button that opens the list.' : null,
        choicesProblem(step.rows, ofRows),
        ...unfilled(titlesOf(step)),
      ].filter(isProblem);
    case 'send_template':
      return [
        step.template_id === null ? 'Choose a template.' : null,
        Object.values(step.values).every(isSendableValue)
          ? null
          : 'A template value can’t have new lines, tabs or more than 4 spaces in a row.',
      ].filter(isProblem);
    case 'send_media':
      return step.media_id === null ? ['Choose a file.'] : [];
    case 'call_url':
      return callProblems(step);
    case 'conversion':
      if (step.event === 'Purchase' && step.worth === 'none') return ['Choose what the purchase is worth.'];
      return step.worth === 'amount' ? amountProblems(step.amount) : [];
    case 'ask':
      return [
        textProblem(step.text),
        step.save_to.name === '' ? 'Name the answer.' : null,
        ...(step.answer === 'choice' ? [choicesProblem(step.choices, ofChoices), ...unfilled(titlesOf(step))] : []),
        step.retries > 0 && step.retry_text.trim() === ''
          ? 'Write what to say after an answer that does not fit.'
          : null,
      ].filter(isProblem);
    case 'branch': {
      const names = fields && comparedLater(flow, fields);
      return step.arms.flatMap((arm) =>
        arm.conditions.length === 0
          ? ['A branch has no condition.']
          : arm.conditions.map((one) => conditionProblem(one, names)).filter(isProblem),
      );
    }
    case 'intent':
      return intentProblems(step);
    case 'go_to':
      return flow.steps.some(({ id }) => id === step.step && id !== step.id) ? [] : ['Choose the step to go to.'];
    case 'assign':
    case 'hand_over':
      return [
        step.to.kind === 'member' && step.to.user_id === null ? 'Choose a team member.' : null,
        step.to.kind === 'group' && step.to.group_id === null ? 'Choose a group.' : null,
      ].filter(isProblem);
    case 'label':
      return step.add.length + step.remove.length === 0 ? ['Choose a label.'] : [];
    case 'stage':
      return step.stage_id === null ? ['Choose a stage.'] : [];
    case 'list':
      return step.add.length + step.remove.length === 0 ? ['Choose a contact list.'] : [];
    case 'field':
      return step.name === '' ? ['Choose an attribute.'] : [];
    default:
      return [];
  }
}

/** An amount without variables is known: in the currency with the most decimals it must be one. */
function amountProblems(amount: string): string[] {
  if (amount.trim() === '') return ['Enter an amount.'];
  const isAmount = variablesIn(amount).length > 0 || parseMinorUnits(amount, 'KWD') !== null;
  return isAmount ? [] : [`“${amount.trim()}” isn’t an amount. Enter one such as 49.90.`];
}

function intentProblems({ intents }: Extract<FlowStep, { kind: 'intent' }>): string[] {
  const names = intents.map(({ name }) => nameKey(name));
  return [
    names.includes('') ? 'Name every intent.' : null,
    new Set(names).size < names.length ? 'Two intents have the same name.' : null,
    intents.some(({ about }) => about.trim() === '') ? 'Describe every intent.' : null,
  ].filter(isProblem);
}

function isProblem(msg: string | null): msg is string {
  return msg !== null;
}

function textProblem(text: string): string | null {
  return text.trim() === '' ? 'Enter a text.' : null;
}

/** Whether a value of a template is missing: WhatsApp refuses every message without it. */
export function isMissingValue(value: string | undefined): boolean {
  return value === undefined || value.trim() === '';
}

function valuesProblem(step: Extract<FlowStep, { kind: 'send_template' }>, templates: Templates): string | null {
  const template = templates.get(step.template_id ?? '');
  if (template === undefined) return null;
  const [part] = unfillableParts(template);
  if (part !== undefined) return `A template with ${part} can’t be sent by an automation. Choose another.`;
  const missing = listTemplateVariables(template).filter(({ key }) => isMissingValue(step.values[key]));
  return missing.length === 0 ? null : `Fill in ${missing.map(nameOfValue).join(', ')}.`;
}

function nameOfValue({ part, kind, name, card }: TemplateVariable): string {
  const of = card === undefined ? '' : ` of card ${card + 1}`;
  switch (kind) {
    case 'text':
      // Called as its field on the form.
      if (/^\d+$/.test(name)) return `${part} variable ${name}${of}`;
      return `{{${name}}}${part === 'header' ? ' in the header' : ''}${of}`;
    case 'url':
    case 'code':
      return `the value of “${name}”${of}`;
    case 'otp':
      return 'the one-time code';
    case 'time':
      return 'when the offer ends';
    case 'place':
    case 'coordinate':
      return `the ${name} of the place`;
    default:
      return `the file in the header${of}`;
  }
}

/** Variables where none is filled in. */
function unfilled(titles: readonly string[]): string[] {
  const [name] = titles.flatMap(variablesIn);
  if (name === undefined) return [];
  return [`The customer would see {{${name}}} as it stands: names of buttons and rows have no variables.`];
}

function titlesOf(step: Extract<FlowStep, { kind: 'send_buttons' | 'send_list' | 'ask' }>): string[] {
  if (step.kind === 'send_buttons') return step.buttons.map(({ title }) => title);
  if (step.kind === 'ask') return step.choices.map(({ title }) => title);
  return [step.button, ...step.rows.flatMap(({ title, description }) => [title, description])];
}

const ofButtons = {
  none: 'Add at least one button.',
  unnamed: 'Name every button.',
  same: 'Two have the same name: name every button differently.',
};
const ofRows = {
  none: 'Add at least one row.',
  unnamed: 'Name every row.',
  same: 'Two have the same name: name every row differently.',
};
const ofChoices = {
  none: 'Add at least one choice.',
  unnamed: 'Name every choice.',
  same: 'Two have the same name: name every choice differently.',
};

function choicesProblem(choices: readonly { id: string; title: string }[], words: typeof ofButtons): string | null {
  if (choices.length === 0) return words.none;
  if (choices.some(({ title }) => title === '')) return words.unnamed;
  const titles = choices.map(({ title }) => nameKey(title));
  return new Set(titles).size < titles.length ? words.same : null;
}

/** Texts that may contain variables. */
export function textsOf(step: FlowStep): string[] {
  switch (step.kind) {
    case 'send_text':
    case 'send_buttons':
    case 'send_list':
    case 'ask_number':
    case 'note':
      return [step.text];
    case 'ask':
      return [step.text, step.retry_text];
    case 'field':
      return [step.value];
    case 'conversion':
      return step.worth === 'amount' ? [step.amount] : [];
    case 'send_media':
      return [step.caption];
    case 'call_url':
      return [step.url, step.body, ...step.headers.map(({ value }) => value)];
    case 'send_template':
      return Object.values(step.values);
    default:
      return [];
  }
}
