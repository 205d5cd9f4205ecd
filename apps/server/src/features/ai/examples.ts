import type { AiExample } from '@parley/contract/types';
import { completionsUrl } from './provider.ts';
import { createRedaction } from './redaction.ts';
import {
  assistantRequest,
  type ChatMessage,
  type IntentWords,
  intentRequest,
  replyRequest,
  summaryRequest,
  translationRequest,
} from './requests.ts';
import type { SettingsRow } from './settings-repo.ts';

const names = ['Vera Lind', 'Jonas'];
const said = [
  { from: 'customer', text: 'Hello, this is Vera Lind. When does my order arrive? My number is +44 7700 900123.' },
  { from: 'business', text: 'Hi Vera, Jonas here. Let me check.' },
  { from: 'customer', text: 'Thank you. Can I return it when it doesn’t fit?' },
] as const;
const help = [{ title: 'Returns', body: 'Unworn items can be returned within 30 days. The return label is free.' }];

const intents: IntentWords[] = [
  { name: 'Return', about: 'Wants to send something back or exchange it.' },
  { name: 'Delivery', about: 'Asks where an order is or when it arrives.' },
];

/** The request of an automation for a made-up message. */
export function exampleIntentRequest(settings: SettingsRow, asked: readonly IntentWords[]): AiExample['request'] {
  const { hide } = createRedaction(names, settings.includes_names);
  const { base_url: url, model } = settings;
  return { url: completionsUrl(url), model, messages: intentRequest(hide(said[0].text), asked) };
}

/** The request of the AI assistant for a made-up conversation. */
export function exampleAssistantRequest(settings: SettingsRow): AiExample['request'] {
  const { hide } = createRedaction(names, settings.includes_names);
  const lines = said.map(({ from, text }) => ({ from, text: hide(text) }));
  const { base_url: url, model } = settings;
  return { url: completionsUrl(url), model, messages: assistantRequest(lines, help) };
}

/** The requests for a made-up conversation, by the same functions that make the real ones. */
export function exampleRequests(settings: SettingsRow, includesNames: boolean): AiExample[] {
  const { hide } = createRedaction(names, includesNames);
  const lines = said.map(({ from, text }) => ({ from, text: hide(text) }));
  const messages: Record<AiExample['action'], ChatMessage[]> = {
    reply: replyRequest(lines, settings.functions.includes('answers') ? help : []),
    summary: summaryRequest(lines, 'en'),
    translation: translationRequest(hide(said[0].text), 'de'),
    intent: intentRequest(hide(said[0].text), intents),
    assistant: assistantRequest(lines, help),
  };
  return (['reply', 'summary', 'translation', 'intent', 'assistant'] as const).map((action) => ({
    action,
    request: { url: completionsUrl(settings.base_url), model: settings.model, messages: messages[action] },
  }));
}
