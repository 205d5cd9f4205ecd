import { z } from 'zod';
import { nameText } from '../core/primitives.ts';
import { sandboxBehaviour, sandboxFaults, writeAsCustomerBody } from './sandbox-schema.ts';

/**
 * A scenario: the actions of customers, the team and the environment in a sandbox, step by step, with the expected
 * results. The same file is played on the sandbox page and run as a test.
 */

/** The name of a customer in a scenario; each name is a separate phone. */
const who = z.string().trim().min(1).max(60);
/** A name for a message, for references in later steps. */
const label = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and _.');
const said = z.string().min(1).max(4096);

const step = z.discriminatedUnion('do', [
  /** The customer sends a text. */
  z.strictObject({ do: z.literal('customer_says'), who, text: said, as: label.optional() }),
  /** The customer sends any message, in the format of the sandbox's own call. */
  z.strictObject({ do: z.literal('customer_writes'), who, message: writeAsCustomerBody, as: label.optional() }),
  z.strictObject({ do: z.literal('customer_edits'), who, message: label, text: said }),
  z.strictObject({ do: z.literal('customer_revokes'), who, message: label }),
  z.strictObject({ do: z.literal('customer_reacts'), who, message: label, emoji: z.string().min(1).max(16) }),
  z.strictObject({ do: z.literal('customer_reads'), who }),
  /** The customer continues under another number. */
  z.strictObject({ do: z.literal('customer_changes_number'), who }),
  z.strictObject({ do: z.literal('customer_is'), who, behaviour: sandboxBehaviour }),
  /** The team answers in the customer's conversation; with `refused` this must fail. */
  z.strictObject({
    do: z.literal('team_says'),
    who,
    text: said,
    as: label.optional(),
    refused: z.boolean().optional(),
  }),
  z.strictObject({ do: z.literal('team_reads'), who }),
  /** Moves the sandbox's clock forward (or back) by this many hours. */
  z.strictObject({ do: z.literal('clock'), hours: z.number().min(-8_000).max(8_000) }),
  z.strictObject({ do: z.literal('faults'), faults: sandboxFaults.partial() }),
  z.strictObject({ do: z.literal('wait'), seconds: z.number().min(0).max(60) }),
  /** The team received this text from the customer. */
  z.strictObject({ do: z.literal('team_sees'), who, text: said }),
  /** The team received a text exactly once; also with a fault that duplicates. */
  z.strictObject({ do: z.literal('team_sees_once'), who, text: said }),
  /** The customer's phone received this text from the team. */
  z.strictObject({ do: z.literal('customer_sees'), who, text: said }),
  /** The status of a message of the team. */
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
  name: nameText,
  about: z.string().max(1000).default(''),
  steps: z.array(step).min(1, 'A scenario has at least one step.').max(200, 'At most 200 steps.'),
});
export type Scenario = z.output<typeof scenario>;

/** A scenario stored in an account. */
export const savedScenario = z.strictObject({
  id: z.string(),
  scenario,
  created_by: z.string(),
  created_at: z.string(),
});
export type SavedScenario = z.output<typeof savedScenario>;
