import { isDeepStrictEqual } from 'node:util';
import { phoneForms, phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import type { CampaignAudience } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { inTurns } from '../../platform/in-turns.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { forgetRecipients, rewriteAudiences } from '../broadcasts/public.ts';
import type { ErasureSubject } from '../contacts/public.ts';
import { addChanges } from '../sync/public.ts';

/** Erases a contact from campaigns: from recipients and from audiences. */
export async function eraseFromCampaigns(
  tx: TenantTx,
  { contact_ids: ids, phones, users }: ErasureSubject,
): Promise<void> {
  const keys = new Set(phones.map(phoneMatchKey));
  const needles = [...phones.flatMap(phoneForms), ...users.map((user) => user.toLowerCase())];
  const { country } = await getNameAndCountry(tx, tx.clientId);
  const gone = new Set(ids);
  const isTheirs = (typed: string) => {
    const digits = parsePhone(typed, country);
    return digits !== null && keys.has(phoneMatchKey(digits));
  };
  await rewriteAudiences(tx, ids, (audience) => withoutContact(audience, gone, isTheirs, needles));
  await forgetRecipients(tx, ids, [...keys]);
  await addChanges(tx, [{ collection: 'campaigns', id: '*', marker: 'MODIFIED', version: Date.now() }]);
}

/** @returns the audience without the contact, or null when the contact is not in it; empty parts are dropped */
async function withoutContact(
  audience: CampaignAudience,
  gone: ReadonlySet<string>,
  isTheirs: (typed: string) => boolean,
  needles: readonly string[],
): Promise<CampaignAudience | null> {
  const { contact_ids, phone_numbers, filter, selection, ...rest } = audience;
  const stay = (id: string) => !gone.has(id);
  const names = (...parts: unknown[]) => {
    const text = JSON.stringify(parts).toLowerCase();
    return needles.some((needle) => text.includes(needle));
  };
  const ids = contact_ids?.filter(stay) ?? [];
  const theirs = await inTurns(phone_numbers ?? [], isTheirs);
  const numbers = (phone_numbers ?? []).filter((_, at) => theirs[at] !== true);
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
