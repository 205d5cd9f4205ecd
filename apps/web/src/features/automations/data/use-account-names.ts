import type { Template } from '@parley/contract/types';
import { useStages } from '../../stages/public.ts';
import { useRows } from '../../sync/public.ts';
import type { AccountNames } from './flow-file.ts';

/** What flows can name, of what every member has read already: no broadcasts and incoming webhooks. */
export function useAccountNames(): AccountNames {
  const templates = (useRows('templates') as unknown as readonly Template[]).filter(
    ({ status }) => status === 'ACTIVE',
  );
  return {
    list: useRows('contact_lists'),
    label: useRows('labels'),
    stage: useStages(),
    channel: useRows('channels').map(({ id, channel_label: name }) => ({ id, name })),
    member: useRows('users').filter(({ state }) => state === 'active'),
    group: useRows('user_groups'),
    template: templates.map(({ id, name, language }) => ({ id, name: `${name} (${language})` })),
    broadcast: [],
    webhook: [],
  };
}
