import type { Job, JobKind, JobResult } from '../../../platform/jobs/runner.ts';
import { addPart, endExport, findExport, messagesAfter, readPerson, threadAfter } from './export-repo.ts';
import { readInternalNotes } from './internal-notes-repo.ts';

export const personExportKind = 'contacts.export-person';
const atOnce = 500;

/** Collects everything of a person into the parts of one JSON document, a part a transaction. */
export const personExportJob: JobKind = {
  name: personExportKind,
  run: collect,
  gaveUp: (tx, payload, reason) => endExport(tx, payload['export_id'] ?? '', 'failed', reason),
};

async function collect(job: Job): Promise<JobResult> {
  const id = job.payload['export_id'] ?? '';
  for (;;) {
    const done = await job.transaction(async (tx) => {
      const row = await findExport(tx, id);
      if (row === null || row.state === 'done' || row.state === 'failed') return true;
      if (row.parts === 0) {
        const head = { format: 'parley.person', version: 1, exported_at: row.created_at.toISOString() };
        const internalNotes = await readInternalNotes(tx, row.contact_id);
        const person = JSON.stringify({
          ...head,
          ...(await readPerson(tx, row.contact_id)),
          internal_notes: internalNotes,
        });
        const first = await threadAfter(tx, row.contact_id, null);
        await addPart(tx, id, `${person.slice(0, -1)},"messages":[`, 0, {
          threadId: first,
          sortAt: null,
          arrival: null,
        });
        return false;
      }
      if (row.thread_id === null) {
        await addPart(tx, id, '\n]}\n', 0, { threadId: null, sortAt: null, arrival: null });
        await endExport(tx, id, 'done', null);
        return true;
      }
      const found = await messagesAfter(tx, row.thread_id, { sortAt: row.sort_at, arrival: row.arrival }, atOnce);
      const last = found.at(-1);
      const place =
        found.length < atOnce || last === undefined
          ? { threadId: await threadAfter(tx, row.contact_id, row.thread_id), sortAt: null, arrival: null }
          : { threadId: row.thread_id, sortAt: last.sort_at, arrival: last.arrival };
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
