import type { AiFunction, AiSettings } from '@parley/contract/types';
import type { AiSettingsBody } from './ai-settings.ts';

/** The settings as they are typed. */
export type AiForm = {
  base_url: string;
  api_key: string;
  model: string;
  functions: readonly AiFunction[];
  monthly_tokens: string;
  input_price: string;
  output_price: string;
  currency: string;
  includes_names: boolean;
};

export function aiFormOf(settings: AiSettings | null): AiForm {
  return {
    base_url: settings?.base_url ?? '',
    api_key: '',
    model: settings?.model ?? '',
    functions: settings?.functions ?? [],
    monthly_tokens: String(settings?.monthly_tokens ?? 1_000_000),
    input_price: String(settings?.input_price ?? 0),
    output_price: String(settings?.output_price ?? 0),
    currency: settings?.currency ?? 'USD',
    includes_names: settings?.includes_names ?? false,
  };
}

export function aiBodyOf(form: AiForm): AiSettingsBody {
  const { api_key: key, base_url, model, ...rest } = form;
  return {
    ...rest,
    functions: [...form.functions],
    base_url: base_url.trim(),
    model: model.trim(),
    monthly_tokens: numberIn(form.monthly_tokens),
    input_price: numberIn(form.input_price),
    output_price: numberIn(form.output_price),
    currency: form.currency.trim().toUpperCase(),
    ...(key.trim() !== '' && { api_key: key.trim() }),
  };
}

/** A number with or without grouping; NaN for anything else. */
export function numberIn(text: string): number {
  const plain = text.replaceAll(/[\s,_’']/g, '');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}
