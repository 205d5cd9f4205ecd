import { fillTemplate, templateDisplay } from '@parley/contract/template-fill';
import type { Template, Thread } from '@parley/contract/types';
import { type LiveAccount, sendContent } from '../../sync/public.ts';
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
  const content = {
    type: 'template',
    template: { id: template.id, components: fillTemplate(template, values) },
  } as const;
  const display = templateDisplay(template, fillTemplate(template, shown));
  await sendContent(account, thread, content, { sendAt }, { template: { name: template.name, display } });
}
