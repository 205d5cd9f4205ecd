import type { InputOf, StepOf } from '@parley/contract/types';
import type { AiProvider } from './ai-provider.ts';
import type { World } from './world.ts';

type Settings = InputOf<'PUT /api/ai/settings'>['body'];

/** Connects the stand-in provider with intents switched on. */
export async function connectForIntents(
  world: World,
  provider: AiProvider,
  more: Partial<Settings> = {},
): Promise<void> {
  const { status } = await world.api('PUT /api/ai/settings', {
    body: {
      ...{ base_url: provider.baseUrl, api_key: 'sk-test', model: 'small', functions: ['intent'] },
      ...{ monthly_tokens: 1_000_000, input_price: 2, output_price: 10, currency: 'EUR', includes_names: false },
      ...more,
    },
  });
  if (status !== 200) throw new Error(`the provider was not connected: ${status}`);
}

/** The member looks at what is sent and agrees. @returns what was shown */
export async function agreeToIntents(world: World, intents: { name: string; about: string }[] = sorted) {
  const shown = await world.api('POST /api/ai/intent-preview', { body: { intents } });
  const body = { action: 'intent' as const, consent_id: shown.body.consent_id };
  const { status } = await world.api('PUT /api/ai/consents', { body });
  if (status !== 200) throw new Error(`nothing was agreed to: ${status}`);
  return shown.body.request;
}

const sorted = [
  { name: 'Delivery', about: 'Asks where an order is.' },
  { name: 'Return', about: 'Wants to send something back.' },
];

/** Delivery leads to the step `b`, Return to `r`. */
export const intentStep = (id: string, more: Partial<StepOf<'intent'>> = {}): StepOf<'intent'> => ({
  ...{ id, kind: 'intent', sample: null, min_confidence: 70, otherwise: null },
  intents: sorted.map((one, at) => ({ ...one, id: `i${at}`, next: at === 0 ? 'b' : null })),
  ...more,
});
