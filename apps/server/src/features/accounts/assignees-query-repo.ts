import type { AssignmentRule } from '@parley/contract/types';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';

const strangersStatement = statement(
  'accounts.find_unknown_assignees',
  `select 'user_ids' as part, id::text from unnest($2::uuid[]) as given(id)
   where not exists (select from account_members m where m.client_id = $1 and m.user_id = given.id)
   union all
   select 'group_ids', id::text from unnest($3::uuid[]) as given(id)
   where not exists (select from account_groups g where g.client_id = $1 and g.id = given.id)`,
);

/**
 * @param before the rule until now: who has left since may stay in it
 * @throws AppError('validation_failed') for members and groups that the account does not have
 */
export async function checkAssignees(tx: TenantTx, rule: AssignmentRule, before: AssignmentRule | null): Promise<void> {
  const added = (part: 'user_ids' | 'group_ids') => rule[part].filter((id) => before?.[part].includes(id) !== true);
  const given = [tx.clientId, added('user_ids'), added('group_ids')];
  const rows = await tx.rows<{ part: 'user_ids' | 'group_ids' }>(strangersStatement, given);
  if (rows.some(({ part }) => part === 'user_ids')) {
    throw invalid('assignment_rule.user_ids', 'Choose members of this account.');
  }
  if (rows.length > 0) throw invalid('assignment_rule.group_ids', 'Choose groups of this account.');
}
