import { useLingui } from '@lingui/react/macro';
import type { Channel, DefaultTemplateUse, Template } from '@parley/contract/types';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Form, FormError } from '../../ui/form.tsx';
import { ProblemState } from '../../ui/problem-state.tsx';
import { useServerWords } from '../../ui/request-words.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { exampleDisplay, TemplatePreview } from './template-preview.tsx';
import styles from './templates.module.css';
import { useStatusWords } from './use-status-words.ts';
import { fetchTemplates, useTemplatesOf } from './use-templates.ts';

const uses: readonly DefaultTemplateUse[] = ['window_closed', 'first_message'];

export type DefaultTemplatesProps = { channel: Channel };

/** Which of its templates a channel offers first; stands within `QueryScope` and `KitScope`. */
export function DefaultTemplates({ channel }: DefaultTemplatesProps) {
  const { t } = useLingui();
  const { templates, error, retry } = useTemplatesOf(channel.id);
  if (error !== null) return <ProblemState title={t`The templates could not be read`} error={error} onRetry={retry} />;
  if (templates === null) return <Skeleton shape="text" label={t`Reading the templates`} count={4} />;
  const chosen = uses.map((use) => channel.default_templates[use]?.id ?? '').join(' ');
  return (
    <>
      <p className={styles.quiet}>
        {t`Where only a template may be sent, the one chosen here is offered first. Your team can always take another.`}
      </p>
      <Choices key={chosen} channel={channel} templates={templates} />
      <Fetching channelId={channel.id} />
    </>
  );
}

function Choices({ channel, templates }: { channel: Channel; templates: readonly Template[] }) {
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
    first_message: t`When they have never written`,
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
            choices={choicesOf(templates, now[use])}
            value={form.values[use]}
            error={form.errors[use] ?? null}
            onChange={(value) => form.set(use, value)}
          />
          {form.values[use] === initial[use] && <Standing chosen={now[use]} templates={templates} />}
          <Preview template={templates.find(({ id }) => id === form.values[use])} />
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

type Chosen = Channel['default_templates'][DefaultTemplateUse];

/** What can be chosen, and what is chosen though it no longer could be. */
function choicesOf(templates: readonly Template[], chosen: Chosen): { value: string; label: string }[] {
  const labelOf = ({ name, language }: Pick<Template, 'name' | 'language'>) => `${name} · ${language}`;
  const active = templates.filter(({ status }) => status === 'ACTIVE');
  const choices = active.map((template) => ({ value: template.id, label: labelOf(template) }));
  if (chosen === null || active.some(({ id }) => id === chosen.id)) return choices;
  return [{ value: chosen.id, label: labelOf(chosen) }, ...choices];
}

/** Says why the chosen template is not offered now; nothing while it is. */
function Standing({ chosen, templates }: { chosen: Chosen; templates: readonly Template[] }) {
  const words = useStatusWords();
  if (chosen === null) return null;
  const template = templates.find(({ id }) => id === chosen.id);
  return template?.status === 'ACTIVE' ? null : <Banner tone="warn">{words(chosen.name, template)}</Banner>;
}

function Preview({ template }: { template: Template | undefined }) {
  const { t } = useLingui();
  if (template === undefined || template.components === null) return null;
  const { name } = template;
  return <TemplatePreview label={t`How ${name} looks`} name={name} display={exampleDisplay(template)} />;
}

function Fetching({ channelId }: { channelId: string }) {
  const { t } = useLingui();
  const words = useServerWords();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const { new: fresh, modified, deleted } = await fetchTemplates(channelId);
      toast({ message: t`Templates fetched: ${fresh} new, ${modified} changed, ${deleted} gone` });
    } catch (error) {
      toast({ message: words(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.use}>
      <p className={styles.quiet}>
        {t`Only templates that WhatsApp has approved for this number's account stand in the lists.`}
      </p>
      <p>
        <Button busy={busy} onClick={() => void run()}>
          {t`Fetch templates`}
        </Button>
      </p>
    </section>
  );
}
