import { z } from 'zod';
import { shortText, storableText } from '../core/primitives.ts';
import { sandboxBehaviour, sandboxFaults, writeAsCustomerBody } from './sandbox-schema.ts';

/**
 * A scenario: what customers, the team and the world do in a sandbox, step by step, and what must be seen then. The same
 * file is played on the sandbox page and run as a test.
 */

/** How a customer is called in a scenario; each name is a phone of its own. */
const who = z.string().trim().min(1).max(60);
/** A name for a message, so that a later step can mean it. */
const label = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Small letters, digits and _.');
const said = storableText.min(1).max(4096);

const step = z.discriminatedUnion('do', [
  /** The customer writes a text. */
  z.strictObject({ do: z.literal('customer_says'), who, text: said, as: label.optional() }),
  /** The customer writes anything, in the shape of the sandbox's own call. */
  z.strictObject({ do: z.literal('customer_writes'), who, message: writeAsCustomerBody, as: label.optional() }),
  z.strictObject({ do: z.literal('customer_edits'), who, message: label, text: said }),
  z.strictObject({ do: z.literal('customer_revokes'), who, message: label }),
  z.strictObject({ do: z.literal('customer_reacts'), who, message: label, emoji: z.string().min(1).max(16) }),
  z.strictObject({ do: z.literal('customer_reads'), who }),
  /** They go on under another number. */
  z.strictObject({ do: z.literal('customer_changes_number'), who }),
  z.strictObject({ do: z.literal('customer_is'), who, behaviour: sandboxBehaviour }),
  /** The team answers in the customer's conversation; with `refused` it must not be able to. */
  z.strictObject({
    do: z.literal('team_says'),
    who,
    text: said,
    as: label.optional(),
    refused: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal('team_reads'), who }),
  /** The sandbox's clock goes on (or back) by so many hours. */
  z.strictObject({ do: z.literal('clock'), hours: z.number().min(-8_000).max(8_000) }),
  z.strictObject({ do: z.literal('faults'), faults: sandboxFaults.partial() }),
  z.strictObject({ do: z.literal('wait'), seconds: z.number().min(0).max(60) }),
  /** The team has this text of the customer. */
  z.strictObject({ do: z.literal('team_sees'), who, text: said }),
  /** How often the team has a text; with a fault that doubles, still once. */
  z.strictObject({ do: z.literal('team_sees_once'), who, text: said }),
  /** The customer's phone has this text of the team. */
  z.strictObject({ do: z.literal('customer_sees'), who, text: said }),
  /** What became of a message of the team. */
  z.strictObject({
    do: z.literal('status'),
    message: label,
    is: z.enum(['sent', 'delivered', 'read', 'failed']),
    code: z.number().int().optional(),
  }),
  z.strictObject({ do: z.literal('window'), who, is: z.enum(['open', 'closed']) }),
]);
export type ScenarioStep = z.output<typeof step>;

export const scenario = z.strictObject({
  name: shortText,
  about: storableText.max(1000).default(''),
  steps: z.array(step).min(1, 'A scenario has at least one step.').max(200, 'At most 200 steps.'),
});
export type Scenario = z.output<typeof scenario>;

/** A scenario that an account keeps. */
export const savedScenario = z.strictObject({
  id: z.string(),
  scenario,
  created_by: z.string(),
  created_at: z.string(),
});
export type SavedScenario = z.output<typeof savedScenario>;
