import type { ReplyTarget } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';

const unknownStatement = statement(
  'accounts.find_unknown_target_places',
  `select id::text from unnest($2::uuid[]) as given(id)
   where not exists (select from account_channels c where c.client_id = $1 and c.id = given.id)
   union all
   select id::text from unnest($3::uuid[]) as given(id)
   where not exists (select from account_labels l where l.client_id = $1 and l.id = given.id)`,
);

type Part = 'channel_ids' | 'label_ids';
const words: Record<Part, string> = {
  channel_ids: 'Choose channels of this account.',
  label_ids: 'Choose labels of this account.',
};

/**
 * @param before the targets until now: what was deleted since may stay in them
 * @throws AppError('validation_failed') naming the target with a channel or label that the account does not have
 */
export async function checkTargetPlaces(
  tx: TenantTx,
  targets: readonly ReplyTarget[],
  before: readonly ReplyTarget[],
): Promise<void> {
  const added = (part: Part) => {
    const known = new Set(before.flatMap((target) => target[part]));
    return [...new Set(targets.flatMap((target) => target[part]))].filter((id) => !known.has(id));
  };
  const given = { channel_ids: added('channel_ids'), label_ids: added('label_ids') };
  const values = [tx.clientId, given.channel_ids, given.label_ids];
  const unknown = new Set((await tx.rows<{ id: string }>(unknownStatement, values)).map(({ id }) => id));
  for (const [at, target] of targets.entries()) {
    const part = (['channel_ids', 'label_ids'] as const).find((name) =>
      target[name].some((id) => given[name].includes(id) && unknown.has(id)),
    );
    if (part !== undefined) throw invalid(`reply_targets.targets.${at}.${part}`, words[part]);
  }
}
