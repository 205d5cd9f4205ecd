import type { z } from 'zod';
import { ToolProblem } from './call.ts';

/** @param name of the tool @throws ToolProblem for an answer of another shape */
export function parseAnswer<S extends z.ZodType>(name: string, shape: S, value: unknown): z.output<S> {
  const { data, error } = shape.safeParse(value);
  if (error === undefined) return data;
  const where = error.issues[0]?.path.join('.') ?? '';
  throw new ToolProblem('url', `This address doesn’t answer like ${name}: “${where}” is missing. Check it.`);
}
