import type { CampaignAudience, Filter } from '@parley/contract/types';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { addChanges } from '../../sync/public.ts';
import { parsePhone, phoneForms, phoneMatchKey } from '../phone-number.ts';
import { readAccount } from '../repo.ts';
import { forgetRecipients, rewriteAudiences } from './campaigns-repo.ts';
import type { Subject } from './erase-repo.ts';

/** Nothing of a person stays in broadcasts: neither among those they went to nor in what was typed for them. */
export async function cleanCampaigns(tx: TenantTx, { contact_ids: ids, phones, users }: Subject): Promise<void> {
  const keys = new Set(phones.map(phoneMatchKey));
  const needles = [...phones.flatMap(phoneForms), ...users.map((user) => user.toLowerCase())];
  const { country } = await readAccount(tx);
  const gone = new Set(ids);
  const isTheirs = (typed: string) => {
    const digits = parsePhone(typed, country);
    return digits !== null && keys.has(phoneMatchKey(digits));
  };
  await rewriteAudiences(tx, ids, (audience) => withoutPerson(audience, gone, isTheirs, needles));
  await forgetRecipients(tx, ids, [...keys]);
  await addChanges(tx, [{ collection: 'campaigns', id: '*', marker: 'MODIFIED', version: Date.now() }]);
}

const nobody: Filter = { any: [] };

function withoutPerson(
  audience: CampaignAudience,
  gone: ReadonlySet<string>,
  isTheirs: (typed: string) => boolean,
  needles: readonly string[],
): CampaignAudience | null {
  const { contact_ids, phone_numbers, filter, selection } = audience;
  const rest: CampaignAudience = { ...audience };
  const stay = (id: string) => !gone.has(id);
  if (contact_ids !== undefined) rest.contact_ids = contact_ids.filter(stay);
  if (phone_numbers !== undefined) rest.phone_numbers = phone_numbers.filter((typed) => !isTheirs(typed));
  const names = (text: string) => needles.some((needle) => text.toLowerCase().includes(needle));
  if (filter !== undefined && names(JSON.stringify(filter))) rest.filter = nobody;
  if (selection !== undefined) {
    if (!('ids' in selection) && names(JSON.stringify([selection.filter, selection.search])))
      rest.selection = { ids: [] };
    else if ('ids' in selection) rest.selection = { ids: selection.ids.filter(stay) };
    else if (selection.except !== undefined) rest.selection = { ...selection, except: selection.except.filter(stay) };
  }
  return JSON.stringify(rest) === JSON.stringify(audience) ? null : rest;
}
