import { z } from 'zod';
import { id, nameOf, version } from '../core/primitives.ts';
import { labelColors } from './label-schema.ts';
import { highestValue, mostStages } from './stage-limits.ts';

export const threadValue = z
  .number()
  .int('A whole number of the smallest unit, such as cents.')
  .min(0, 'At least 0.')
  .max(highestValue, 'At most 10,000,000,000.00.');

/** A stage of the board. */
export const stage = z.strictObject({
  id,
  name: z.string(),
  color: z.enum(labelColors),
  /** From 0. */
  position: z.number().int(),
  /** A conversation that is moved here is done: won, or lost. */
  closes: z.boolean(),
  version,
});
export type Stage = z.output<typeof stage>;

const stageName = nameOf(40);
const position = z
  .number()
  .int()
  .min(0)
  .max(mostStages - 1);
export const createStageBody = z.strictObject({
  id: id.optional(),
  name: stageName,
  color: z.enum(labelColors).default('grey'),
  closes: z.boolean().default(false),
});
export const changeStageBody = z.strictObject({
  name: stageName.optional(),
  color: z.enum(labelColors).optional(),
  closes: z.boolean().optional(),
  /** The others make room. */
  position: position.optional(),
});

/** The conversations of a stage, and the sum of their values. */
export const stageTotal = z.strictObject({
  /** Null: in no stage. */
  stage_id: id.nullable(),
  threads: z.number().int(),
  value: z.number().int(),
});
export type StageTotal = z.output<typeof stageTotal>;
