import { listTemplateVariables, type TemplateVariable } from '@parley/contract/template-fill';
import type { Channel, Template } from '@parley/contract/types';
import { useRows } from '../../../sync/public.ts';
import { useTemplatesOf } from '../../../templates/public.ts';
import { type AudienceFile, useCampaignFile } from './campaign-files.ts';
import type { DraftStore, DraftStoreState } from './draft-store.ts';
import { type DraftProblem, draftProblems } from './steps.ts';
import { type Counting, useAudienceCheck } from './use-audience-check.ts';

/** Shared state of the steps of a draft. */
export type Broadcast = {
  store: Pick<DraftStore, 'id' | 'change' | 'saveNow'>;
  state: DraftStoreState;
  /** Undefined: it was removed. */
  channel: Channel | undefined;
  /** Of the channel, including those that cannot be sent now; null while loading. */
  templates: readonly Template[] | null;
  templatesError: unknown;
  readTemplates: () => void;
  template: Template | undefined;
  templateVariables: readonly TemplateVariable[];
  customFields: readonly string[];
  /** The file of the audience. */
  file: AudienceFile;
  counting: Counting;
  problems: readonly DraftProblem[];
  /** The account's time zone, an IANA name. */
  zone: string;
};

const noFields: string[] = [];

export function useBroadcast(store: DraftStore, state: DraftStoreState, nowMs: number): Broadcast {
  const { draft } = state;
  const channels = useRows('channels');
  const client = useRows('clients')[0];
  const channel = channels.find(({ id }) => id === draft.channel_id);
  const read = useTemplatesOf(draft.channel_id);
  const template = read.templates?.find(({ id }) => id === draft.template_id);
  const file = useCampaignFile(draft.audience.file_id);
  const counting = useAudienceCheck(draft);
  const customFields = client?.custom_fields ?? noFields;
  const { templates } = read;
  const zone = client?.time_zone ?? 'UTC';
  return {
    store: store,
    state,
    channel,
    templates,
    templatesError: read.error,
    readTemplates: read.retry,
    template,
    templateVariables: template === undefined ? [] : listTemplateVariables(template),
    customFields,
    file,
    counting,
    problems: draftProblems(draft, { channel, templates, customFields, file, check: counting.check, nowMs, zone }),
    zone,
  };
}
