import { z } from 'zod';
import { empty, page, pageQuery, pathId } from '../core/primitives.ts';
import { defineRoutes } from '../core/route.ts';
import { message } from '../inbox/schema.ts';
import { helpTextImportLimits } from './help-text-limits.ts';
import {
  aiDraft,
  aiExample,
  aiLanguage,
  aiPreview,
  aiSettings,
  aiStatus,
  aiSummary,
  aiTest,
  aiTranslation,
  aiUsage,
  changeHelpTextBody,
  consentBody,
  createHelpTextBody,
  helpText,
  helpTextImport,
  helpTextPreview,
  importHelpTextsBody,
  previewHelpTextPageBody,
  previewIntentsBody,
  putAiSettingsBody,
  summarizeBody,
  translateBody,
} from './schema.ts';
import { putTranscriptionBody, transcriptionSettings } from './transcription.ts';

const byId = z.strictObject({ id: pathId });
/** No key may: a call costs the account's money and sends texts out of the house, which a member agrees to. */
const member = { access: 'User', permission: 'inbox.use' } as const;
const admin = { access: 'Admin', permission: 'integrations.manage' } as const;

export const aiRoutes = defineRoutes({
  'GET /api/ai': {
    ...member,
    summary: 'What the member may use of the AI provider.',
    responses: { 200: aiStatus },
  },
  'PUT /api/ai/consents': {
    ...member,
    audit: 'ai.consented',
    summary: 'The member agrees to what an action sends, until the provider, the model or the texts change.',
    body: consentBody,
    responses: { 200: aiStatus },
  },
  'GET /api/threads/{id}/ai/preview': {
    ...member,
    summary: 'The exact request of a reply draft or a summary. Nothing is sent.',
    params: byId,
    query: z.strictObject({ action: z.enum(['reply', 'summary']), language: aiLanguage.optional() }),
    responses: { 200: aiPreview },
  },
  'POST /api/ai/intent-preview': {
    access: 'Admin',
    permission: 'automations.manage',
    summary:
      'The exact request by which automations ask what a customer wants, for a made-up message. Nothing is sent.',
    body: previewIntentsBody,
    responses: { 200: aiPreview },
  },
  'POST /api/threads/{id}/ai/draft': {
    ...member,
    summary: 'A draft of a reply. It is given, not sent.',
    params: byId,
    body: empty,
    responses: { 200: aiDraft },
  },
  'POST /api/threads/{id}/ai/summary': {
    ...member,
    summary: 'A summary of a conversation. It is not stored.',
    params: byId,
    body: summarizeBody,
    responses: { 200: aiSummary },
  },
  'GET /api/messages/{id}/ai/preview': {
    ...member,
    summary: 'The exact request of a translation. Nothing is sent.',
    params: byId,
    query: z.strictObject({ language: aiLanguage }),
    responses: { 200: aiPreview },
  },
  'POST /api/messages/{id}/ai/translation': {
    ...member,
    summary: 'The text of a message in another language; stored, so that it is paid once.',
    params: byId,
    body: translateBody,
    responses: { 200: aiTranslation },
  },
  'POST /api/messages/{id}/transcript': {
    ...member,
    summary:
      'Have a recording written down. The message says when it is there; asking again after a failure tries again.',
    params: byId,
    body: empty,
    responses: { 200: message },
  },
  'GET /api/ai/transcription': {
    ...admin,
    summary: 'How recordings are written down, and the minutes of this month.',
    responses: { 200: transcriptionSettings },
  },
  'PUT /api/ai/transcription': {
    ...admin,
    summary: 'Change how recordings are written down.',
    body: putTranscriptionBody,
    responses: { 200: transcriptionSettings },
  },
  'GET /api/ai/settings': {
    ...admin,
    summary: 'The AI provider of the account; null when there is none.',
    responses: { 200: z.strictObject({ settings: aiSettings.nullable() }) },
  },
  'PUT /api/ai/settings': {
    ...admin,
    summary: 'Set up or change the AI provider.',
    body: putAiSettingsBody,
    responses: { 200: z.strictObject({ settings: aiSettings }) },
  },
  'DELETE /api/ai/settings': {
    ...admin,
    summary: 'Disconnect the AI provider and delete its key. Help texts and usage stay.',
    responses: { 204: z.undefined() },
  },
  'POST /api/ai/settings/test': {
    ...admin,
    summary: 'Make a short call to the provider and say how it went.',
    body: empty,
    responses: { 200: aiTest },
  },
  'GET /api/ai/usage': {
    ...admin,
    summary: 'Calls, tokens, costs and failures of the last 24 hours and this month.',
    responses: { 200: aiUsage },
  },
  'GET /api/ai/examples': {
    ...admin,
    summary: 'The exact requests for an example conversation, with the settings as they are.',
    query: z.strictObject({ includes_names: z.enum(['true', 'false']).optional() }),
    responses: { 200: z.strictObject({ data: z.array(aiExample) }) },
  },
  'GET /api/ai/help-texts': {
    ...admin,
    summary: 'Help texts of the account, by title.',
    query: z.strictObject({ ...pageQuery.shape, search: z.string().max(200).optional() }),
    responses: { 200: page(helpText) },
  },
  'POST /api/ai/help-texts': {
    ...admin,
    idempotencyKey: true,
    summary: 'A new help text.',
    body: createHelpTextBody,
    responses: { 200: helpText, 201: helpText },
  },
  'POST /api/ai/help-text-previews/page': {
    ...admin,
    summary: 'Read a web page, a PDF or a text at an address as help texts. Nothing is stored.',
    body: previewHelpTextPageBody,
    responses: { 200: helpTextPreview },
  },
  'POST /api/ai/help-text-previews/file': {
    ...admin,
    summary: 'Read a file, the body, as help texts: PDF, Markdown or plain text of at most 10 MB. Nothing is stored.',
    query: z.strictObject({ name: z.string().trim().min(1).max(255) }),
    rawBody: { maxBytes: helpTextImportLimits.fileBytes },
    responses: { 200: helpTextPreview },
  },
  'POST /api/ai/help-text-imports': {
    ...admin,
    idempotencyKey: true,
    maxBodyBytes: 4 * 1024 * 1024,
    summary:
      'Import help texts from a page or file. They replace those imported from it before; texts edited by hand stay.',
    body: importHelpTextsBody,
    responses: { 200: helpTextImport, 201: helpTextImport },
  },
  'PUT /api/ai/help-texts/{id}': {
    ...admin,
    summary: 'Change a help text.',
    params: byId,
    body: changeHelpTextBody,
    responses: { 200: helpText },
  },
  'DELETE /api/ai/help-texts/{id}': {
    ...admin,
    summary: 'Delete a help text.',
    params: byId,
    responses: { 204: z.undefined() },
  },
});
