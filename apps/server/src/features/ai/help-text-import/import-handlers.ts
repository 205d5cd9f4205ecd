import { auditEventOf, writeAudit } from '../../../platform/auth/audit.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { wholePart } from '../../../platform/http/file-part.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { fetchPage } from './fetch-page.ts';
import { deleteImported, lockImported, putImported } from './import-repo.ts';
import { previewOf, textsOf } from './preview.ts';
import { kindOfFile } from './text-kind.ts';

/** Help texts from pages and files. @param stopped aborted when the server stops */
export function helpTextImportHandlers(platform: Platform, stopped: AbortSignal): Handlers {
  const { withTenant } = platform.db;
  const reading = new Set<string>();

  /** One page or file of an account at a time. @throws AppError too_many_requests */
  async function alone<T>(clientId: string, read: () => Promise<T>): Promise<T> {
    if (reading.has(clientId)) {
      const message = 'Another page or file is being read. Try again when it is done.';
      throw new AppError('too_many_requests', { message, retryAfterS: 2 });
    }
    reading.add(clientId);
    try {
      return await read();
    } finally {
      reading.delete(clientId);
    }
  }

  return {
    'POST /api/ai/help-text-previews/page': async ({ actor }, { body }) => {
      const url = URL.parse(body.url)?.href ?? body.url;
      const texts = await alone(actor.clientId, async () => {
        const options = { allowed: platform.config.ALLOWED_PRIVATE_HOSTS, signal: stopped };
        return textsOf({ ...(await fetchPage(url, options)), name: new URL(url).hostname }, 'url');
      });
      const source = { kind: 'page' as const, name: url };
      const preview = await withTenant(actor.clientId, (tx) => previewOf(tx, source, texts), { readOnly: true });
      return { status: 200, body: preview };
    },
    'POST /api/ai/help-text-previews/file': async ({ actor, request }, { query }) => {
      const texts = await alone(actor.clientId, async () => {
        const bytes = await wholePart(request, 'The file is larger than 10 MB.');
        if (bytes.length === 0) throw invalid('file', 'This file is empty.');
        const kind = kindOfFile(bytes, query.name);
        if (kind === null) throw invalid('file', 'This is not a PDF, Markdown or plain text file.');
        const name = query.name.replace(/\.[^.]*$/, '');
        return textsOf({ kind, bytes, encoding: 'utf-8', name }, 'file');
      });
      const source = { kind: 'file' as const, name: query.name };
      const preview = await withTenant(actor.clientId, (tx) => previewOf(tx, source, texts), { readOnly: true });
      return { status: 200, body: preview };
    },
    'POST /api/ai/help-text-imports': async (call, { body }) => {
      const { clientId, author } = call.actor;
      const importId = callId(call, 'POST /api/ai/help-text-imports', body.id);
      const hash = hashRequest([body.source, body.texts, author]);
      const { source } = body;
      return withTenant(clientId, async (tx) => {
        const earlier = await lockImported(tx, source);
        const edited = new Map(earlier.filter((row) => row.edited).map((row) => [row.section, row]));
        const texts = body.texts.filter(({ section }) => !edited.has(section));
        const kept = body.texts.flatMap(({ section }) => edited.get(section)?.title ?? []);
        const answer = { imported: texts.length, kept };
        const before = earlier.find((row) => row.import_id === importId);
        if (before !== undefined) {
          if (before.request_hash.equals(hash)) return { status: 200, body: answer };
          throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another import has this id.' }] });
        }
        const known = new Map(earlier.filter((row) => !row.edited).map((row) => [row.section, row.id]));
        const put = texts.map((text) => ({ ...text, id: known.get(text.section) ?? newId() }));
        const stay = new Set(put.map(({ id }) => id));
        const ids = [...known.values()];
        // First, so that their room counts for the new ones.
        await deleteImported(
          tx,
          ids.filter((id) => !stay.has(id)),
        );
        await putImported(tx, { source, texts: put, known: ids, author, hash, importId });
        const detail = { name: source.name, count: put.length, deleted: ids.filter((id) => !stay.has(id)).length };
        await writeAudit(tx, auditEventOf(call, 'ai.help_texts_imported', importId, detail));
        return { status: 201, body: answer };
      });
    },
  };
}
