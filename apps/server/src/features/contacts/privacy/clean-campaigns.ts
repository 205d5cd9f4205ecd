import { isDeepStrictEqual } from 'node:util';
import type { CampaignAudience } from '@parley/contract/types';
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

/** @returns null when it does not name them; a part of which nothing is left is left out, as one that names nobody */
function withoutPerson(
  audience: CampaignAudience,
  gone: ReadonlySet<string>,
  isTheirs: (typed: string) => boolean,
  needles: readonly string[],
): CampaignAudience | null {
  const { contact_ids, phone_numbers, filter, selection, ...rest } = audience;
  const stay = (id: string) => !gone.has(id);
  const names = (...parts: unknown[]) => {
    const text = JSON.stringify(parts).toLowerCase();
    return needles.some((needle) => text.includes(needle));
  };
  const ids = contact_ids?.filter(stay) ?? [];
  const numbers = phone_numbers?.filter((typed) => !isTheirs(typed)) ?? [];
  const left: CampaignAudience = { ...rest };
  if (ids.length > 0) left.contact_ids = ids;
  if (numbers.length > 0) left.phone_numbers = numbers;
  if (filter !== undefined && !names(filter)) left.filter = filter;
  if (selection !== undefined && 'ids' in selection) {
    const marked = selection.ids.filter(stay);
    if (marked.length > 0) left.selection = { ids: marked };
  } else if (selection !== undefined && !names(selection.filter, selection.search)) {
    const { except } = selection;
    left.selection = { ...selection, ...(except === undefined ? {} : { except: except.filter(stay) }) };
  }
  return isDeepStrictEqual(left, audience) ? null : left;
}
