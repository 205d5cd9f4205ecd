import { AppError } from '../../platform/errors.ts';
import { decodeNameCursor, pageOf } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import type { UploadedFiles } from '../media/public.ts';
import { visibilityOf } from '../team/public.ts';
import { deleteTemplate } from './delete.ts';
import { readHistory } from './history.ts';
import { presentTemplate } from './present.ts';
import { findTemplates, listTemplates } from './repo.ts';
import { uploadSample } from './samples.ts';
import { submitTemplate, templateNotFound } from './submit.ts';
import { syncTemplates } from './sync.ts';
import { listSyncRuns } from './sync-run-repo.ts';
import { listTemplateUsage, readerOf } from './usage.ts';
import { changeTemplate, createDraft, discardChange, restoreTemplate } from './write.ts';

/** WhatsApp templates: listing, writing, submitting, deleting, and syncing them. */
export function templatesHandlers(
  platform: Platform,
  providers: ProviderAccess,
  uploadedFiles: UploadedFiles,
): Handlers {
  const { withTenant } = platform.db;
  const requireChannel = (actor: Parameters<typeof visibilityOf>[0], channelId: string | null) => {
    if (channelId !== null && !visibilityOf(actor).canSeeChannel(channelId)) {
      throw new AppError('not_found', { message: 'This channel was not found.' });
    }
  };
  return {
    'GET /api/templates': async ({ actor }, { query: { status = null, channel_id = null, cursor, limit } }) => {
      requireChannel(actor, channel_id);
      const after = decodeNameCursor(cursor);
      const query = { status, channelId: channel_id, after, limit: limit + 1 };
      const rows = await withTenant(actor.clientId, (tx) => listTemplates(tx, query), { readOnly: true });
      const { shown, next } = pageOf(rows, limit, ({ name, id }) => [name, id]);
      return { status: 200, body: { data: shown.map(presentTemplate), next_cursor: next } };
    },
    'GET /api/templates/{id}': async ({ actor }, { params: { id } }) => {
      const [row] = isUuid(id) ? await withTenant(actor.clientId, (tx) => findTemplates(tx, [id])) : [];
      if (row === undefined) throw templateNotFound();
      return { status: 200, body: presentTemplate(row) };
    },
    'GET /api/templates/{id}/history': async ({ actor }, { params: { id } }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => readHistory(tx, id), { readOnly: true }),
    }),
    'GET /api/templates/usage': async ({ actor }) => ({
      status: 200,
      body: {
        data: await withTenant(actor.clientId, (tx) => listTemplateUsage(tx, readerOf(actor)), { readOnly: true }),
      },
    }),
    'POST /api/templates': async (call, { body }) => {
      const { row, created } = await createDraft(platform, call, body);
      const submitted = body.submit && row.status === 'DRAFT';
      const shown = submitted ? await submitTemplate(platform, providers, call.actor, row.id) : row;
      return { status: created ? 201 : 200, body: presentTemplate(shown) };
    },
    'PUT /api/templates/{id}': async (call, { params, body }) => {
      const row = await changeTemplate(platform, call, params.id, body);
      const shown = body.submit ? await submitTemplate(platform, providers, call.actor, row.id) : row;
      return { status: 200, body: presentTemplate(shown) };
    },
    'DELETE /api/templates/{id}': async (call, { params, query }) => {
      await deleteTemplate(platform, providers, call, params.id, query.unused === 'true');
      return { status: 204, body: undefined };
    },
    'DELETE /api/templates/{id}/draft': async (call, { params }) => ({
      status: 200,
      body: presentTemplate(await discardChange(platform, call, params.id)),
    }),
    'POST /api/templates/{id}/restore': async (call, { params }) => ({
      status: 200,
      body: presentTemplate(await restoreTemplate(platform, call, params.id)),
    }),
    'POST /api/templates/samples': async ({ actor }, { body }) => ({
      status: 201,
      body: await uploadSample(platform, providers, uploadedFiles, actor.clientId, body),
    }),
    'POST /api/templates/sync': async ({ actor }, { body }) => ({
      status: 200,
      body: await syncTemplates(
        platform,
        providers,
        actor.clientId,
        { trigger: 'member', createdBy: actor.author },
        body,
      ),
    }),
    'GET /api/templates/sync-runs': async ({ actor }, { query: { channel_id = null } }) => {
      requireChannel(actor, channel_id);
      const rows = await withTenant(actor.clientId, (tx) => listSyncRuns(tx, channel_id), { readOnly: true });
      return { status: 200, body: { data: rows.map((row) => ({ ...row, started_at: row.started_at.toISOString() })) } };
    },
  };
}
