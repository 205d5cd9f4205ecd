import type { AiDraft, AiSummary, AiTranslation, OutputOf } from '@parley/contract/types';
import { api } from '../../../platform/api.ts';
import { aiLanguage } from './ai-status.ts';

export type AiPreview = OutputOf<'GET /api/threads/{id}/ai/preview'>;
/** The server gives a provider 30 seconds. */
const patient = { timeoutMs: 45_000 };

export const draftReply = (id: string): Promise<AiDraft> =>
  api('POST /api/threads/{id}/ai/draft', { params: { id }, body: {} }, patient);

export const summarize = (id: string): Promise<AiSummary> =>
  api('POST /api/threads/{id}/ai/summary', { params: { id }, body: { language: aiLanguage() } }, patient);

export const translate = (id: string, language: string): Promise<AiTranslation> =>
  api('POST /api/messages/{id}/ai/translation', { params: { id }, body: { language } }, patient);

export const previewThread = (id: string, action: 'reply' | 'summary'): Promise<AiPreview> =>
  api('GET /api/threads/{id}/ai/preview', { params: { id }, query: { action, language: aiLanguage() } });

export const previewTranslation = (id: string, language: string): Promise<AiPreview> =>
  api('GET /api/messages/{id}/ai/preview', { params: { id }, query: { language } });

export const previewIntents = (intents: readonly { name: string; about: string }[]): Promise<AiPreview> =>
  api('POST /api/ai/intent-preview', { body: { intents: [...intents] } });
