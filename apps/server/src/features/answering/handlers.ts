import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { exampleAssistantRequest, findSettings } from '../ai/public.ts';
import { continueExam, markAnswer, presentExam, startExam } from './exam.ts';
import { changeAssistant, presentAssignee, presentAssistant } from './settings.ts';
import { giveThread, presentThreadAssistant, rateMessage, takeThread } from './thread.ts';

export function answeringHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const told = <T>(clientId: string, answer: T): T => {
    platform.notifier.notify('changes_new', clientId);
    return answer;
  };
  return {
    'GET /api/ai/assistant': async ({ actor }) => ({
      status: 200,
      body: await withTenant(actor.clientId, presentAssistant),
    }),
    'PUT /api/ai/assistant': async (call, { body }) => ({
      status: 200,
      body: await withTenant(call.actor.clientId, (tx) => changeAssistant(tx, call, body)),
    }),
    'GET /api/ai/assistant/assignee': async ({ actor }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => presentAssignee(tx, actor), { readOnly: true }),
    }),
    'GET /api/ai/assistant/preview': async ({ actor }) => {
      const settings = await withTenant(actor.clientId, findSettings, { readOnly: true });
      if (settings === null) throw new AppError('ai_off', { message: 'No AI provider is connected.' });
      const request = exampleAssistantRequest(settings);
      return { status: 200, body: { consent_id: settings.consent_id, request } };
    },
    'GET /api/ai/assistant/exam': async ({ actor }) => ({
      status: 200,
      body: { exam: await withTenant(actor.clientId, presentExam) },
    }),
    'POST /api/ai/assistant/exam': async ({ actor }, { body }) => {
      const exam = await withTenant(actor.clientId, (tx) => startExam(tx, body, actor.author));
      notifyJobs(platform);
      return { status: 201, body: { exam } };
    },
    'POST /api/ai/assistant/exam/continue': async ({ actor }) => {
      const exam = await withTenant(actor.clientId, continueExam);
      notifyJobs(platform);
      return { status: 200, body: { exam } };
    },
    'PUT /api/ai/assistant/exam/answers/{id}': async ({ actor }, { params, body }) => ({
      status: 200,
      body: { exam: await withTenant(actor.clientId, (tx) => markAnswer(tx, params.id, body.mark)) },
    }),
    'GET /api/threads/{id}/ai/assistant': async ({ actor }, { params }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => presentThreadAssistant(tx, actor, params.id)),
    }),
    'POST /api/threads/{id}/ai/assistant/give': async ({ actor }, { params }) => ({
      status: 200,
      body: told(actor.clientId, await withTenant(actor.clientId, (tx) => giveThread(tx, actor, params.id))),
    }),
    'POST /api/threads/{id}/ai/assistant/take': async ({ actor }, { params }) => ({
      status: 200,
      body: told(actor.clientId, await withTenant(actor.clientId, (tx) => takeThread(tx, actor, params.id, actor.uid))),
    }),
    'POST /api/threads/{id}/ai/assistant/stop': async ({ actor }, { params }) => ({
      status: 200,
      body: told(actor.clientId, await withTenant(actor.clientId, (tx) => takeThread(tx, actor, params.id, null))),
    }),
    'PUT /api/messages/{id}/ai/rating': async ({ actor }, { params, body }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => rateMessage(tx, actor, params.id, body.rating)),
    }),
  };
}
