import { type TemplateSlot, templateSlots } from '@parley/contract/template-fill';
import type { Channel, Template } from '@parley/contract/types';
import { useRows } from '../../sync/public.ts';
import { useTemplatesOf } from '../../templates/public.ts';
import type { DraftKeeper, KeeperState } from './draft-keeper.ts';
import { type Trouble, troublesOf } from './steps.ts';
import { type Counting, useAudienceCheck } from './use-audience-check.ts';

/** Everything the steps of one draft share. */
export type Broadcast = {
  keeper: DraftKeeper;
  state: KeeperState;
  /** Undefined: it was removed. */
  channel: Channel | undefined;
  /** Of the channel, also those that cannot be sent now; null while they are being read. */
  templates: readonly Template[] | null;
  templatesError: unknown;
  readTemplates: () => void;
  template: Template | undefined;
  slots: readonly TemplateSlot[];
  customFields: readonly string[];
  counting: Counting;
  troubles: readonly Trouble[];
  /** The account's zone, an IANA name. */
  zone: string;
};

const noFields: string[] = [];

export function useBroadcast(keeper: DraftKeeper, state: KeeperState, nowMs: number): Broadcast {
  const { draft } = state;
  const channels = useRows('channels');
  const client = useRows('clients')[0];
  const channel = channels.find(({ id }) => id === draft.channel_id);
  const read = useTemplatesOf(draft.channel_id);
  const template = read.templates?.find(({ id }) => id === draft.template_id);
  const counting = useAudienceCheck(draft);
  const customFields = client?.custom_fields ?? noFields;
  const { templates } = read;
  return {
    keeper,
    state,
    channel,
    templates,
    templatesError: read.error,
    readTemplates: read.retry,
    template,
    slots: template === undefined ? [] : templateSlots(template),
    customFields,
    counting,
    troubles: troublesOf(draft, { channel, templates, customFields, check: counting.check, nowMs }),
    zone: client?.time_zone ?? 'UTC',
  };
}
