import type { Job } from '../../platform/jobs/runner.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { eraseFileRows, listFileCells, listFilesWithRows } from '../broadcasts/public.ts';
import { cellMentions } from './erase-imports.ts';
import { addErasureCounts } from './erase-repo.ts';

/**
 * Deletes rows that name a contact from files of recipients.
 * @param needles ids as text and numbers as digits
 */
export async function eraseFromCampaignFiles(job: Job, id: string, needles: readonly string[]): Promise<void> {
  for (const fileId of await job.transaction(listFilesWithRows)) {
    const hit: number[] = [];
    for (let above = 0; ; ) {
      const from = above;
      const rows = await job.transaction(async (tx) => {
        const { country } = await getNameAndCountry(tx, tx.clientId);
        const page = await listFileCells(tx, fileId, from);
        hit.push(
          ...page
            .filter(({ digits, cells }) =>
              [digits ?? '', ...cells].some((cell) => cellMentions(cell, needles, country)),
            )
            .map(({ row_no }) => row_no),
        );
        return page;
      });
      const last = rows.at(-1);
      if (last === undefined) break;
      above = last.row_no;
    }
    if (hit.length === 0) continue;
    await job.transaction(async (tx) => {
      await eraseFileRows(tx, fileId, hit);
      await addErasureCounts(tx, id, { import_rows: hit.length });
    });
  }
}
