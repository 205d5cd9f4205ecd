import type { AiAction, AiStatus } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { draftReply, previewOf, requireOn, summarize, translate } from './actions.ts';
import { exampleIntentRequest } from './examples.ts';
import { findMember, putConsent } from './member-repo.ts';
import { completionsUrl } from './provider.ts';
import { findSettings, lockSettings } from './settings-repo.ts';
import { findTranscriptionProblem } from './transcripts/settings.ts';

/** What members use in the inbox. @param signal aborted when the server stops */
export function aiHandlers(platform: Platform, signal: AbortSignal): Handlers {
  const { withTenant } = platform.db;

  const statusOf = (actor: MemberActor): Promise<AiStatus> =>
    withTenant(
      actor.clientId,
      async (tx) => {
        const [settings, member] = [await findSettings(tx), await findMember(tx, actor.uid)];
        const transcription = (await findTranscriptionProblem(tx, platform.config, settings)) === null;
        const { language } = member;
        if (settings === null) return { functions: [], provider: null, consented: [], transcription, language };
        const { consent_id, model, functions } = settings;
        const agreed = Object.entries(member.consents).filter(([, id]) => id === consent_id);
        return {
          functions,
          provider: { host: new URL(settings.base_url).host, model, consent_id },
          consented: agreed.map(([action]) => action as AiAction),
          transcription,
          language,
        };
      },
      { readOnly: true },
    );

  const preview = async (actor: MemberActor, what: Parameters<typeof previewOf>[2]) => {
    const { settings, prepared } = await previewOf(platform, actor, what);
    const { base_url, model, consent_id } = settings;
    const request = { url: completionsUrl(base_url), model, messages: prepared.messages };
    return { status: 200 as const, body: { consent_id, request } };
  };

  return {
    'GET /api/ai': async ({ actor }) => ({ status: 200, body: await statusOf(actor) }),
    'PUT /api/ai/consents': async ({ actor }, { body }) => {
      await withTenant(actor.clientId, async (tx) => {
        const settings = await lockSettings(tx);
        if (settings === null) throw new AppError('ai_off', { message: 'No AI provider is connected.' });
        // What was shown is no longer what would be sent.
        if (settings.consent_id !== body.consent_id) {
          throw new AppError('version_conflict', { message: 'The AI provider was changed. Look at the text again.' });
        }
        await putConsent(tx, actor.uid, body.action, settings.consent_id);
      });
      return { status: 200, body: await statusOf(actor) };
    },
    'POST /api/ai/intent-preview': async ({ actor }, { body }) => {
      const settings = await withTenant(actor.clientId, async (tx) => requireOn(await findSettings(tx), 'intent'), {
        readOnly: true,
      });
      const request = exampleIntentRequest(settings, body.intents);
      return { status: 200, body: { consent_id: settings.consent_id, request } };
    },
    'GET /api/threads/{id}/ai/preview': ({ actor }, { params, query }) =>
      preview(actor, { action: query.action, threadId: params.id, language: query.language }),
    'GET /api/messages/{id}/ai/preview': ({ actor }, { params, query }) =>
      preview(actor, { action: 'translation', messageId: params.id, language: query.language }),
    'POST /api/threads/{id}/ai/draft': async ({ actor }, { params }) => ({
      status: 200,
      body: await draftReply(platform, actor, params.id, signal),
    }),
    'POST /api/threads/{id}/ai/summary': async ({ actor }, { params, body }) => ({
      status: 200,
      body: await summarize(platform, actor, params.id, body.language, signal),
    }),
    'POST /api/messages/{id}/ai/translation': async ({ actor }, { params, body }) => ({
      status: 200,
      body: await translate(platform, actor, params.id, body.language, signal),
    }),
  };
}
