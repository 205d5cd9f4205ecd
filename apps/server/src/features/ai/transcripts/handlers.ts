import { AppError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PresentMedia } from '../../media/public.ts';
import { findMessages, getVisibleMessage, presentMessage } from '../../messaging/public.ts';
import { visibilityOf } from '../../team/public.ts';
import { findSettings } from '../settings-repo.ts';
import { enqueueTranscript } from './enqueue.ts';
import { changeTranscription, findTranscriptionProblem, presentTranscription } from './settings.ts';

/** Recordings as text: asked for by members, set up by Admins. */
export function transcriptHandlers(platform: Platform, media: PresentMedia): Handlers {
  const { withTenant } = platform.db;
  return {
    'POST /api/messages/{id}/transcript': async ({ actor }, { params }) => {
      const view = visibilityOf(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const message = await getVisibleMessage(tx, params.id, view);
        if (message.type !== 'audio')
          throw new AppError('validation_failed', { message: 'This message has no recording.' });
        const problem = await findTranscriptionProblem(tx, platform.config, await findSettings(tx));
        if (problem !== null) throw new AppError('ai_off', { message: problem });
        if (message.content['state'] !== 'ready')
          throw new AppError('validation_failed', { message: 'This recording isn’t stored here.' });
        await enqueueTranscript(tx, message.id, actor.author);
        return (await findMessages(tx, [message.id]))[0] ?? message;
      });
      platform.notifier.notify('changes_new', actor.clientId);
      notifyJobs(platform);
      return { status: 200, body: view.message(presentMessage(row, media)) };
    },
    'GET /api/ai/transcription': async ({ actor }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => presentTranscription(tx, platform.config), { readOnly: true }),
    }),
    'PUT /api/ai/transcription': async (call, { body }) => ({
      status: 200,
      body: await changeTranscription(platform, call, body),
    }),
  };
}
