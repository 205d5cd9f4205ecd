import type { AutomationCondition, Flow } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { areConditionsMet } from './conditions.ts';
import { factsOf, findConversation } from './context.ts';
import { listLive } from './live-query.ts';

const startedByMessages = new Set<Flow['trigger']['kind']>(['message', 'keyword', 'reply', 'campaign_reply']);
const writes = new Set<Flow['steps'][number]['kind']>([
  'ask',
  'ask_number',
  'send_buttons',
  'send_list',
  'send_media',
  'send_template',
  'send_text',
]);
/** Only a message tells whether they hold. */
const openUntilThen = new Set<AutomationCondition['kind']>(['ad', 'language', 'percentage', 'text']);

/** Whether an automation that is on may answer what the customer of a conversation writes now, whatever it is. */
export async function mayAutomationAnswer(tx: TenantTx, threadId: string): Promise<boolean> {
  const flows = (await listLive(tx)).map(({ flow }) => flow).filter(mayWrite);
  const conversation = flows.length === 0 ? null : await findConversation(tx, threadId);
  if (conversation === null) return false;
  const facts = factsOf(conversation, null, null, { clientId: tx.clientId, purpose: 'live' });
  for (const { conditions } of flows) {
    const known = conditions.filter(({ kind }) => !openUntilThen.has(kind));
    if (await areConditionsMet(known, facts, '')) return true;
  }
  return false;
}

function mayWrite({ trigger, steps }: Flow): boolean {
  return startedByMessages.has(trigger.kind) && steps.some(({ kind }) => writes.has(kind));
}

/**
 * What starts when a conversation is labeled or moved, and writes nothing to the customer, does not get in the way of
 * the person who has it: it runs there too.
 */
export function isQuietAct({ trigger, steps }: Flow): boolean {
  return (
    (trigger.kind === 'label_added' || trigger.kind === 'stage_set') && !steps.some(({ kind }) => writes.has(kind))
  );
}
