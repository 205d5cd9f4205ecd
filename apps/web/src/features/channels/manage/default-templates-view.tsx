import { useLingui } from '@lingui/react/macro';
import type { Channel, DefaultTemplateUse, Template } from '@parley/contract/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../platform/api.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useRows } from '../../sync/public.ts';
import styles from './drawer.module.css';
import { templatesKey, useFetchTemplates } from './use-fetch-templates.ts';

const uses: readonly DefaultTemplateUse[] = ['window_closed', 'first_message'];

/** Which of its templates a channel offers first. */
export function DefaultTemplatesView({ channel }: { channel: Channel }) {
  const { t } = useLingui();
  const { templates, error, retry } = useTemplatesOf(channel);
  const fetching = useFetchTemplates(channel.id);
  if (error !== null) return <ProblemState title={t`The templates could not be read`} error={error} onRetry={retry} />;
  if (templates === null) return <Skeleton shape="text" label={t`Reading the templates`} count={4} />;
  const chosen = uses.map((use) => channel.default_templates[use]?.id ?? '').join(' ');
  return (
    <>
      <p className={styles.quiet}>
        {t`Where only a template may be sent, the one chosen here is offered first. Your team can always take another.`}
      </p>
      <Choices key={chosen} channel={channel} templates={templates} />
      <section className={styles.section}>
        <p className={styles.quiet}>
          {t`Only templates that WhatsApp has approved for this number's account stand in the lists.`}
        </p>
        <p>
          <Button busy={fetching.busy} onClick={fetching.run}>
            {fetching.busy ? t`Fetching` : t`Fetch templates`}
          </Button>
        </p>
      </section>
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
    first_message: t`When you write to somebody first`,
  };
  return (
    <Form onSubmit={form.submit}>
      <FormError>{form.problem}</FormError>
      {uses.map((use) => (
        <div key={use} className={styles.section}>
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
  const { t } = useLingui();
  if (chosen === null) return null;
  const template = templates.find(({ id }) => id === chosen.id);
  if (template?.status === 'ACTIVE') return null;
  const { name } = chosen;
  if (template === undefined || template.status === 'DELETED') {
    return (
      <Banner tone="warn">{t`${name} was deleted at WhatsApp. Nothing is offered until you choose another.`}</Banner>
    );
  }
  const reason = template.status_reason ?? '';
  const words: Record<string, string> = {
    PAUSED: t`${name} is paused by WhatsApp and is not offered until that ends. ${reason}`,
    DISABLED: t`${name} was disabled by WhatsApp for good. Choose another. ${reason}`,
    REJECTED: t`${name} was rejected by WhatsApp. Choose another. ${reason}`,
    PENDING: t`${name} is in review again and is not offered until WhatsApp has approved it. ${reason}`,
  };
  const status = template.status;
  return (
    <Banner tone="warn">
      {words[status] ?? t`WhatsApp calls ${name} ${status}: it is not offered until it is approved. ${reason}`}
    </Banner>
  );
}

function useTemplatesOf(channel: Channel) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: templatesKey,
    queryFn: ({ signal }) => api('GET /api/templates', {}, { signal }),
  });
  // What can be sent is on the device; whether something else changed is told by the same feed.
  const versions = useRows('templates')
    .map(({ id, version }) => `${id}/${version}`)
    .join(' ');
  useEffect(() => {
    if (versions !== '') void client.invalidateQueries({ queryKey: templatesKey });
  }, [client, versions]);
  const { data } = query;
  return {
    templates: data?.data.filter(({ waba_id }) => waba_id === channel.waba_id) ?? null,
    error: query.isError && data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}
