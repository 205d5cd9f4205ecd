import type { Handlers } from '../../platform/http/routing.ts';
import { notifyJobs } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { continueExam, findExam, markAnswer, startExam } from './exam/exam.ts';

/** AI intents of drafts, tried on messages that customers wrote. */
export function examHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const placeOf = ({ id, step_id: stepId }: { id: string; step_id: string }) => ({ automationId: id, stepId });
  return {
    'GET /api/automations/{id}/steps/{step_id}/exam': async ({ actor }, { params }) => ({
      status: 200,
      body: { exam: await withTenant(actor.clientId, (tx) => findExam(tx, placeOf(params))) },
    }),
    'POST /api/automations/{id}/steps/{step_id}/exam': async ({ actor }, { params, body }) => {
      const exam = await withTenant(actor.clientId, (tx) => startExam(tx, placeOf(params), body, actor.author));
      notifyJobs(platform);
      return { status: 201, body: { exam } };
    },
    'POST /api/automations/{id}/steps/{step_id}/exam/continue': async ({ actor }, { params }) => {
      const exam = await withTenant(actor.clientId, (tx) => continueExam(tx, placeOf(params)));
      notifyJobs(platform);
      return { status: 200, body: { exam } };
    },
    'PUT /api/automations/{id}/steps/{step_id}/exam/answers/{message_id}': async ({ actor }, { params, body }) => ({
      status: 200,
      body: {
        exam: await withTenant(actor.clientId, (tx) => markAnswer(tx, placeOf(params), params.message_id, body.mark)),
      },
    }),
  };
}
