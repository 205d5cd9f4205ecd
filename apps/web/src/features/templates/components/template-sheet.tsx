import { useLingui } from '@lingui/react/macro';
import type { DefaultTemplateUse, Template, Thread } from '@parley/contract/types';
import { useState } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { Drawer } from '../../../ui/layer/drawer.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useRow } from '../../sync/public.ts';
import type { PreviewComponent } from '../data/example-display.ts';
import { isForGroups, offeredTemplates } from '../data/offered-templates.ts';
import type { SendLaterComponent } from '../data/send-later-component.ts';
import { useTemplatesOf } from '../data/use-templates.ts';
import { NoTemplates } from './no-templates.tsx';
import { TemplateChoice } from './template-choice.tsx';
import { TemplateForm } from './template-form.tsx';

export type TemplateSheetProps = {
  thread: Thread;
  Preview: PreviewComponent;
  SendLater: SendLaterComponent;
  /** The template chosen before; otherwise the default is shown. */
  first?: string;
  onClose: () => void;
};

/** Sends a template to a conversation: choose, fill in, send. Full screen on phones. */
export function TemplateSheet(props: TemplateSheetProps) {
  return (
    <QueryScope>
      <Sheet {...props} />
    </QueryScope>
  );
}

function Sheet({ thread, Preview, SendLater, first, onClose }: TemplateSheetProps) {
  const { t } = useLingui();
  const channel = useRow('channels', thread.channel_id);
  const { templates: known, error, retry } = useTemplatesOf(thread.channel_id);
  const templates = known && (thread.group === undefined ? known : known.filter(isForGroups));
  /** Undefined: nothing was chosen yet, and the default is shown. */
  const [chosenId, setChosenId] = useState<string | null | undefined>(first);
  /** The channel's default: for a customer who never wrote, or wrote long ago. */
  const use: DefaultTemplateUse = thread.window_expires_at === null ? 'first_message' : 'window_closed';
  const preferred = channel?.default_templates[use]?.id ?? null;
  const offered = offeredTemplates(templates ?? [], preferred, '');
  const fillable = offered.filter(({ unfillable }) => unfillable.length === 0).map(({ template }) => template);
  const wanted = chosenId === undefined ? preferred : chosenId;
  const chosen: Template | undefined = fillable.find(({ id }) => id === wanted);
  const title = t`Send a template`;
  if (chosen !== undefined) {
    return (
      <TemplateForm
        key={chosen.id}
        title={title}
        template={chosen}
        thread={thread}
        Preview={Preview}
        SendLater={SendLater}
        onAnother={() => setChosenId(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <Drawer title={title} size="md" onClose={onClose}>
      {error !== null && <ProblemState title={t`Couldn’t load the templates`} error={error} onRetry={retry} />}
      {error === null && templates === null && <Skeleton shape="text" label={t`Loading templates`} count={6} />}
      {templates !== null && offered.length === 0 && (
        <NoTemplates
          channelId={thread.channel_id}
          sandbox={channel?.sandbox ?? false}
          knownCount={known?.length ?? 0}
        />
      )}
      {offered.length > 0 && (
        <TemplateChoice
          templates={templates ?? []}
          defaultOf={channel?.default_templates[use] ?? null}
          before={typeof wanted === 'string' ? wanted : null}
          onChoose={setChosenId}
        />
      )}
    </Drawer>
  );
}
