import { emptyContent, readContent, type TemplateContent, writeContent } from '@parley/contract/template-content';
import { lintTemplate } from '@parley/contract/template-lint';
import { isValidityAllowed } from '@parley/contract/template-validity';
import type { Channel, Template, TemplateCategory } from '@parley/contract/types';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/id.ts';
import { invalidateTemplates } from './template-lists.ts';

export type EditorValues = {
  channelId: string;
  name: string;
  language: string;
  category: TemplateCategory;
  content: TemplateContent;
  /** Seconds that WhatsApp tries to deliver; -1: 30 days; null: its default. */
  validity: number | null;
};

export type EditorProblem = { fields: Record<string, string>; error: unknown };

/**
 * The values an editor begins with.
 * @param copy a template to start a new one from
 * @param language of a copy that is the same template in another language; null: the copy gets a name of its own
 */
export function startingValues(
  channelId: string,
  template: Template | null,
  copy: Template | null,
  language: string | null = null,
): EditorValues {
  const source = template ?? copy;
  if (source === null) {
    return { channelId, name: '', language: 'en', category: 'UTILITY', content: emptyContent, validity: null };
  }
  const { category, components, message_send_ttl_seconds } = source.draft ?? source;
  return {
    channelId,
    name: template?.name ?? (language === null ? `${source.name}_copy` : source.name),
    language: template === null && language !== null ? language : source.language,
    category: (category ?? 'UTILITY') as TemplateCategory,
    content: readContent(components ?? []),
    validity: message_send_ttl_seconds,
  };
}

/** Edits a template, new or known: saves it as a draft, submits it, and says what is wrong while typing. */
export function useTemplateEditor(template: Template | null, initial: EditorValues) {
  const client = useQueryClient();
  const [values, setValues] = useState(initial);
  const [saved, setSaved] = useState({ values: initial, template });
  const [id] = useState(() => template?.id ?? uuidv7());
  const [busy, setBusy] = useState<'save' | 'submit' | null>(null);
  const [problem, setProblem] = useState<EditorProblem | null>(null);
  const change = (part: Partial<EditorValues>) => {
    setValues((before) => withAllowedValidity({ ...before, ...part }));
    setProblem(null);
  };
  const send = async (submit: boolean): Promise<Template | null> => {
    if (busy !== null) return null;
    setBusy(submit ? 'submit' : 'save');
    setProblem(null);
    try {
      const known = saved.template;
      const { category, content, validity } = values;
      const body = { category, ...writeContent(content, category), message_send_ttl_seconds: validity };
      const named = { name: values.name, language: values.language };
      const isDraft = known?.status === 'DRAFT';
      // Created first, so that a refused submission leaves the draft.
      const draft =
        known ?? (await api('POST /api/templates', { body: { id, channel_id: values.channelId, ...named, ...body } }));
      setSaved({ values, template: draft });
      const changes = { ...body, ...(isDraft && named), version: draft.version, submit };
      const after =
        known === null && !submit
          ? draft
          : await api('PUT /api/templates/{id}', { params: { id: draft.id }, body: changes });
      setSaved({ values, template: after });
      return after;
    } catch (error) {
      const data = error instanceof ApiError ? error.data : [];
      setProblem({ fields: Object.fromEntries(data.map(({ field, msg }) => [field, msg])), error });
      return null;
    } finally {
      setBusy(null);
      invalidateTemplates(client);
    }
  };
  return {
    values,
    template: saved.template,
    change,
    setContent: (part: Partial<TemplateContent>) => change({ content: { ...values.content, ...part } }),
    findings: lintTemplate(values),
    changed: values !== saved.values,
    busy,
    problem,
    save: () => send(false),
    submit: () => send(true),
  };
}

/** Another category has other bounds. */
function withAllowedValidity(values: EditorValues): EditorValues {
  return isValidityAllowed(values.category, values.validity) ? values : { ...values, validity: null };
}

export type TemplateEditorState = ReturnType<typeof useTemplateEditor>;

/** WhatsApp channels, one for each account. */
export function templateChannels(channels: readonly Channel[]): Channel[] {
  const official = channels.filter(({ kind }) => kind === 'WHATSAPP');
  return official.filter(({ waba_id: waba }, at) => official.findIndex((other) => other.waba_id === waba) === at);
}
