import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import type { Template, Thread } from '@parley/contract/types';
import { uuidv7 } from '../../platform/id.ts';
import { newestSeen } from '../inbox/public.ts';
import type { LiveAccount } from '../sync/public.ts';
import type { SlotValues } from './prefill.ts';

/**
 * Queues a template for a thread; it goes out by itself, as texts do.
 * @param values by the key of the slot, as the customer is to read them
 * @throws what the device says when it cannot keep the message; then nothing was queued
 */
export async function sendTemplate(
  account: LiveAccount,
  thread: Thread,
  template: Template,
  values: SlotValues,
): Promise<void> {
  const components = fillTemplate(template, values);
  const seen = newestSeen(account, thread.id);
  const body = {
    id: uuidv7(),
    thread_id: thread.id,
    channel_id: thread.channel_id,
    source: 'INBOX' as const,
    type: 'template' as const,
    template: { id: template.id, components },
    ...(seen === undefined ? {} : { confirm_seen: seen }),
  };
  await account.outbox.add(body, { template: { name: template.name, display: templateDisplay(template, components) } });
}
