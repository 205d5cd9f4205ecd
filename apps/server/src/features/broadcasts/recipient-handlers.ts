import { listTemplateVariables } from '@parley/contract/template-fill';
import type { AbVariant, CampaignVariables, RecipientState } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { tableFile } from '../../platform/table-file/table-file.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { parseContactSearch } from '../contacts/public.ts';
import { visibilityOf } from '../team/public.ts';
import { getVisibleCampaign } from './campaigns/campaigns.ts';
import type { TemplateSnapshot } from './core/repo.ts';
import { listFailures, listRecipients, type RecipientFilter } from './recipients/recipient-repo.ts';
import { presentFailure, presentRecipient, recipientsTable } from './recipients/recipients.ts';

const exportPageSize = 1_000;

type RecipientQuery = {
  state?: RecipientState | RecipientState[] | undefined;
  reason?: string | undefined;
  after?: RecipientFilter['after'] | undefined;
  link?: string | undefined;
  button?: string | undefined;
  variant?: AbVariant | undefined;
  search?: string | undefined;
};

async function filterOf(
  tx: TenantTx,
  actor: AccountActor,
  { state, reason, after, link, button, variant, search = '' }: RecipientQuery,
): Promise<RecipientFilter> {
  const { masked } = visibilityOf(actor);
  return {
    states: state === undefined ? null : typeof state === 'string' ? [state] : state,
    reason: reason ?? null,
    after: after ?? null,
    link: link ?? null,
    button: button ?? null,
    variant: variant ?? null,
    search:
      search.trim() === ''
        ? null
        : parseContactSearch(search, { masked, country: (await getNameAndCountry(tx, tx.clientId)).country }),
  };
}

/** Recipients of a broadcast and their results. */
export function recipientHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const read = <T>(actor: AccountActor, fn: (tx: TenantTx) => Promise<T>) =>
    withTenant(actor.clientId, fn, { readOnly: true });
  return {
    'GET /api/campaigns/{id}/recipients': async ({ actor }, { params: { id }, query }) => {
      const { cursor, limit, ...asked } = query;
      const after = decodeCursor(cursor, ([n]) => (Number.isSafeInteger(n) ? (n as number) : null)) ?? 0;
      const rows = await read(actor, async (tx) => {
        const { id: campaignId } = await getVisibleCampaign(tx, actor, id);
        return listRecipients(tx, campaignId, after, limit + 1, await filterOf(tx, actor, asked));
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const next = last !== undefined && rows.length > limit ? encodeCursor([last.n]) : null;
      const view = visibilityOf(actor);
      return {
        status: 200,
        body: { data: shown.map((row) => view.recipient(presentRecipient(row))), next_cursor: next },
      };
    },
    'GET /api/campaigns/{id}/recipients/export': async (
      { actor },
      { params: { id }, query: { format, delimiter, ...asked } },
    ) => {
      const view = visibilityOf(actor);
      const filter = await read(actor, (tx) => filterOf(tx, actor, asked));
      let after = 0;
      const next = async (tx: TenantTx, campaignId: string) => {
        const rows = await listRecipients(tx, campaignId, after, exportPageSize, filter);
        after = rows.at(-1)?.n ?? after;
        return rows.map((row) => view.recipient(presentRecipient(row)));
      };
      const { row, first } = await read(actor, async (tx) => {
        const found = await getVisibleCampaign(tx, actor, id);
        return { row: found, first: await next(tx, found.id) };
      });
      const keysOf = (template: TemplateSnapshot | null, sources: CampaignVariables) =>
        template === null ? Object.keys(sources) : listTemplateVariables(template).map(({ key }) => key);
      const variables = [
        ...new Set([...keysOf(row.template, row.variables), ...keysOf(row.ab_template, row.ab_test?.variables ?? {})]),
      ];
      const table = recipientsTable(variables, first, () => read(actor, (tx) => next(tx, row.id)));
      return tableFile(`broadcast-${row.id}`, { format, delimiter }, table);
    },
    'GET /api/campaigns/{id}/failures': async ({ actor }, { params: { id } }) => {
      const data = await read(actor, async (tx) => {
        const row = await getVisibleCampaign(tx, actor, id);
        return (await listFailures(tx, row.id)).map((failure) => presentFailure(failure, row));
      });
      return { status: 200, body: { data } };
    },
  };
}
