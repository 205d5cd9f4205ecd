import type { Assistant, InputOf } from '@parley/contract/types';

/** The settings as they are typed. */
export type AssistantForm = Omit<
  Assistant,
  'problems' | 'version' | 'min_confidence' | 'most_answers' | 'handover_text'
> & {
  min_confidence: string;
  most_answers: string;
  handover_text: string;
};

export function assistantFormOf({ problems: _problems, version: _version, ...settings }: Assistant): AssistantForm {
  const { min_confidence, most_answers, handover_text } = settings;
  return {
    ...settings,
    min_confidence: String(min_confidence),
    most_answers: String(most_answers),
    handover_text: handover_text ?? '',
  };
}

export function assistantBodyOf(form: AssistantForm, version: number): InputOf<'PUT /api/ai/assistant'>['body'] {
  const text = form.handover_text.trim();
  return {
    ...form,
    version,
    channel_ids: [...form.channel_ids],
    name: form.name.trim(),
    min_confidence: Number(form.min_confidence),
    most_answers: Number(form.most_answers),
    handover_text: text === '' ? null : text,
  };
}

/** A whole number in a range. */
export function isWhole(text: string, least: number, most: number): boolean {
  return /^\d{1,3}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}
