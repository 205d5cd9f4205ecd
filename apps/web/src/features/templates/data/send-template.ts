import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import type { Template, Thread } from '@parley/contract/types';
import { uuidv7 } from '../../../platform/id.ts';
import type { LiveAccount } from '../../sync/public.ts';
import type { VariableValues } from './prefill.ts';

/**
 * Queues a template for a thread; the outbox sends it, like texts.
 * @param values by the key of the variable, as typed: the server fills in variables in them
 * @param shown the same as the customer will read them
 * @param sendAt when it is sent; null at once
 * @throws the device's error when it cannot store the message; then nothing was queued
 */
export async function sendTemplate(
  account: LiveAccount,
  thread: Thread,
  template: Template,
  values: VariableValues,
  shown: VariableValues,
  sendAt: string | null,
): Promise<void> {
  const components = fillTemplate(template, values);
  /** The newest message that the sender has seen. */
  const seen = sendAt === null ? account.store.window(thread.id)?.messages.at(-1)?.id : undefined;
  const body = {
    id: uuidv7(),
    thread_id: thread.id,
    channel_id: thread.channel_id,
    source: 'INBOX' as const,
    type: 'template' as const,
    template: { id: template.id, components },
    ...(seen === undefined ? {} : { confirm_seen: seen }),
    ...(sendAt === null ? {} : { send_at: sendAt }),
  };
  const display = templateDisplay(template, fillTemplate(template, shown));
  await account.outbox.add(body, { template: { name: template.name, display } });
}
