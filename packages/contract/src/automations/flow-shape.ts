import './browser-zod.ts';
import { type Flow, flow } from './flow.ts';

export type FlowShape = { flow: Flow } | { parts: { where: string; words: string }[] };

/** A flow of a file, or what in it does not fit, by its place: `flow.steps.0.text`. For browsers. */
export function flowShape(value: unknown): FlowShape {
  const { success, data, error } = flow.safeParse(value);
  if (success) return { flow: data };
  return { parts: error.issues.map(({ path, message }) => ({ where: ['flow', ...path].join('.'), words: message })) };
}
