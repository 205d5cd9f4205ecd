import { useLingui } from '@lingui/react/macro';
import type { Channel, DefaultTemplateUse, Template } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { Form, FormError } from '../../../ui/form.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { type DefaultTemplate, defaultTemplateChoices } from '../data/default-template-choices.ts';
import { exampleDisplay, type PreviewComponent } from '../data/example-display.ts';
import { useStatusText } from '../data/use-status-text.ts';
import { fetchTemplates, useTemplatesOf } from '../data/use-templates.ts';
import styles from './templates.module.css';

const uses: readonly DefaultTemplateUse[] = ['window_closed', 'first_message'];

export type DefaultTemplatesProps = { channel: Channel; Preview: PreviewComponent };

/** The templates that a channel offers by default; needs a `QueryScope`. */
export function DefaultTemplates({ channel, Preview }: DefaultTemplatesProps) {
  const { t } = useLingui();
  const { templates, error, retry } = useTemplatesOf(channel.id);
  if (error !== null) return <ProblemState title={t`Couldn’t load the templates`} error={error} onRetry={retry} />;
  if (templates === null) return <Skeleton shape="text" label={t`Loading templates`} count={4} />;
  const chosen = uses.map((use) => channel.default_templates[use]?.id ?? '').join(' ');
  return (
    <>
      <p className={styles.quiet}>
        {t`When only a template can be sent, this one is suggested first. Your team can choose another.`}
      </p>
      <Choices key={chosen} channel={channel} templates={templates} Preview={Preview} />
      <Fetching channelId={channel.id} />
    </>
  );
}

type ChoicesProps = DefaultTemplatesProps & { templates: readonly Template[] };

function Choices({ channel, templates, Preview }: ChoicesProps) {
  const { t } = useLingui();
  const { default_templates: now } = channel;
  const initial = { window_closed: now.window_closed?.id ?? '', first_message: now.first_message?.id ?? '' };
  const form = useForm({
    initial,
    serverNames: {
      'default_templates.window_closed': 'window_closed',
      'default_templates.first_message': 'first_message',
    },
    send: async (values) => {
      const changed = uses.filter((use) => values[use] !== initial[use]);
      const body = { default_templates: Object.fromEntries(changed.map((use) => [use, values[use] || null])) };
      await api('PUT /api/channels/{id}', { params: { id: channel.id }, body });
      toast({ message: t`The templates of this channel were changed` });
    },
  });
  const labels: Record<DefaultTemplateUse, string> = {
    window_closed: t`When the reply window has closed`,
    first_message: t`Before their first message`,
  };
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      {uses.map((use) => (
        <div key={use} className={styles.use}>
          <SelectField
            label={labels[use]}
            note={t`optional`}
            clearable
            choices={defaultTemplateChoices(templates, now[use])}
            value={form.values[use]}
            error={form.errors[use] ?? null}
            onChange={(value) => form.set(use, value)}
          />
          {form.values[use] === initial[use] && <InactiveNote chosen={now[use]} templates={templates} />}
          <ChosenPreview template={templates.find(({ id }) => id === form.values[use])} Preview={Preview} />
        </div>
      ))}
      <p>
        <Button type="submit" variant="filled" busy={form.busy} blocked={!form.changed}>
          {t`Save the templates`}
        </Button>
      </p>
    </Form>
  );
}

/** Says why the chosen template is not offered now; nothing while it is. */
function InactiveNote({ chosen, templates }: { chosen: DefaultTemplate; templates: readonly Template[] }) {
  const words = useStatusText();
  if (chosen === null) return null;
  const template = templates.find(({ id }) => id === chosen.id);
  return template?.status === 'ACTIVE' ? null : <Banner tone="warn">{words(chosen.name, template)}</Banner>;
}

function ChosenPreview({ template, Preview }: { template: Template | undefined; Preview: PreviewComponent }) {
  const { t } = useLingui();
  if (template === undefined || template.components === null) return null;
  const { name } = template;
  return <Preview label={t`How ${name} looks`} name={name} display={exampleDisplay(template)} />;
}

function Fetching({ channelId }: { channelId: string }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { new: fresh, modified, deleted } = await fetchTemplates(channelId);
      toast({ message: t`Templates synced: ${fresh} new, ${modified} changed, ${deleted} deleted` });
    } catch (error) {
      toast({ message: words(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.use}>
      <p className={styles.quiet}>{t`Only templates that WhatsApp approved for this number are listed.`}</p>
      <p>
        <Button busy={busy} onClick={() => void run()}>
          {t`Sync templates`}
        </Button>
      </p>
    </section>
  );
}
