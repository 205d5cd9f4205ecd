import type { TemplateHistory } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { isUuid } from '../../platform/ids.ts';
import { contentChanges } from './compare.ts';
import { editQuota } from './edit-quota.ts';
import { findTemplates } from './repo.ts';
import { templateNotFound } from './submit.ts';
import { listEdits, listVersions } from './version-repo.ts';

/** Versions of a template, each with what it changed, and how often it may still be changed. @throws AppError not_found */
export async function readHistory(tx: TenantTx, id: string): Promise<TemplateHistory> {
  const [row] = isUuid(id) ? await findTemplates(tx, [id]) : [];
  if (row === undefined) throw templateNotFound();
  const versions = await listVersions(tx, id);
  return {
    data: versions.map((version, at) => {
      const before = versions[at + 1];
      const fields = before === undefined ? [] : contentChanges(before, version);
      return { ...version, at: version.at.toISOString(), fields };
    }),
    edits: editQuota(await listEdits(tx, id), Date.now()),
  };
}
