import type { Job, JobKind, JobResult } from '../../platform/jobs/runner.ts';
import { findNextThread, listInternalNotes, listMessagesAfter, readContactData } from './export-query-repo.ts';
import { addPart, endExport, findExport } from './export-repo.ts';

export const dataExportKind = 'privacy.export';
const batchSize = 500;

/** Writes everything about a contact into one JSON document, one part per transaction. */
export const dataExportJob: JobKind = {
  name: dataExportKind,
  run: collect,
  onGiveUp: (tx, payload, reason) => endExport(tx, payload['export_id'] ?? '', 'failed', reason),
};

async function collect(job: Job): Promise<JobResult> {
  const id = job.payload['export_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const row = await findExport(tx, id);
      if (row === null || row.state === 'done' || row.state === 'failed') return true;
      if (row.parts === 0) {
        const head = { format: 'parley.person', version: 1, exported_at: row.created_at.toISOString() };
        const internalNotes = await listInternalNotes(tx, row.contact_id);
        const contact = JSON.stringify({
          ...head,
          ...(await readContactData(tx, row.contact_id)),
          internal_notes: internalNotes,
        });
        const first = await findNextThread(tx, row.contact_id, null);
        await addPart(tx, id, `${contact.slice(0, -1)},"messages":[`, 0, {
          threadId: first,
          sortAt: null,
          messageId: null,
        });
        return false;
      }
      if (row.thread_id === null) {
        await addPart(tx, id, '\n]}\n', 0, { threadId: null, sortAt: null, messageId: null });
        await endExport(tx, id, 'done', null);
        return true;
      }
      const found = await listMessagesAfter(
        tx,
        row.contact_id,
        row.thread_id,
        { sortAt: row.sort_at, messageId: row.message_id },
        batchSize,
      );
      const last = found.at(-1);
      const place =
        found.length < batchSize || last === undefined
          ? { threadId: await findNextThread(tx, row.contact_id, row.thread_id), sortAt: null, messageId: null }
          : { threadId: row.thread_id, sortAt: last.sort_at, messageId: last.id };
      const lines = found.map(
        ({ message }, index) => `${row.messages + index === 0 ? '\n' : ',\n'}${JSON.stringify(message)}`,
      );
      await addPart(tx, id, lines.join(''), found.length, place);
      return false;
    });
    if (done) return undefined;
    if (job.isSliceOver()) return 'again';
  }
}
