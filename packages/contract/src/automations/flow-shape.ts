import './browser-zod.ts';
import { issueText } from '../core/issue-text.ts';
import { type Flow, flow } from './flow.ts';

export type FlowShape = { flow: Flow } | { parts: { where: string; words: string }[] };

/** A flow of a file, or what in it does not fit, by its place: `flow.steps.0.text`. For browsers. */
export function flowShape(value: unknown): FlowShape {
  const { success, data, error } = flow.safeParse(value, { error: issueText });
  if (success) {
    const ids = data.steps.map(({ id }) => id);
    const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
    if (twice === -1) return { flow: data };
    return { parts: [{ where: `flow.steps.${twice}.id`, words: 'Another step has this ID.' }] };
  }
  return { parts: error.issues.map(({ path, message }) => ({ where: ['flow', ...path].join('.'), words: message })) };
}
