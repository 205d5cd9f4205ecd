import type { Assistant, InputOf } from '@parley/contract/types';
import type { AiProvider } from './ai-provider.ts';
import { connectForIntents } from './intents.ts';
import type { World } from './world.ts';

type Body = InputOf<'PUT /api/ai/assistant'>['body'];

/** Connects the stand-in provider for the AI assistant, and agrees to what is sent. @returns what was shown */
export async function connectForAssistant(world: World, provider: AiProvider, more: { monthly_tokens?: number } = {}) {
  await connectForIntents(world, provider, { functions: ['assistant'], ...more });
  const shown = await world.api('GET /api/ai/assistant/preview', {});
  const body = { action: 'assistant' as const, consent_id: shown.body.consent_id };
  const { status } = await world.api('PUT /api/ai/consents', { body });
  if (status !== 200) throw new Error(`nothing was agreed to: ${status}`);
  return shown.body.request;
}

export const assistantOf = async (world: World): Promise<Assistant> => (await world.api('GET /api/ai/assistant')).body;

/** Changes the assistant, on all channels. */
export async function putAssistant(world: World, more: Partial<Body> = {}) {
  const { problems: _, ...before } = await assistantOf(world);
  const channels = (await world.api('GET /api/channels')).body.data.map(({ id }) => id);
  return world.api('PUT /api/ai/assistant', { body: { ...before, channel_ids: channels, ...more } });
}

export const helpText = (world: World, title: string, body: string) =>
  world.api('POST /api/ai/help-texts', { body: { title, body } });

/** What the stand-in answers when the first text answers the question. */
export const sureAnswer = (reply: string, confidence = 95) => ({
  text: JSON.stringify({ reply, text: 1, confidence, person: false }),
});
