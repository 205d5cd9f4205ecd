import { templateSlots } from '@parley/contract/template-fill';
import type { TenantTx } from '../../platform/db/sql.ts';
import { findTemplates } from '../templates/public.ts';
import type { CampaignRow } from './repo.ts';

/** What is missing before a broadcast can be started, by field; [] when it can. */
export async function notReady(tx: TenantTx, row: CampaignRow): Promise<Array<{ field: string; msg: string }>> {
  const [template] = row.template_id === null ? [] : await findTemplates(tx, [row.template_id]);
  if (template === undefined) return [{ field: 'template_id', msg: 'Choose a template.' }];
  if (template.status !== 'ACTIVE') return [{ field: 'template_id', msg: 'This template is not active.' }];
  return templateSlots(template)
    .filter(({ key }) => row.variables[key] === undefined)
    .map(({ key }) => ({ field: `variables.${key}`, msg: 'Say what stands here.' }));
}
