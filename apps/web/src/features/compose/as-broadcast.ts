import type { CampaignAudience, CampaignVariables } from '@parley/contract/types';
import type { Recipient, SlotSource } from './draft.ts';

/** More people than Compose takes, as the audience of a broadcast. @param listId a list that was asked for besides */
export function audienceOf(people: readonly Recipient[], listId?: string): CampaignAudience {
  const contacts = people.flatMap(({ contactId }) => (contactId === null ? [] : [contactId]));
  const numbers = people.flatMap(({ contactId, digits, typed }) =>
    contactId === null ? [digits === null ? typed : `+${digits}`] : [],
  );
  return {
    ...(contacts.length > 0 && { contact_ids: contacts }),
    ...(numbers.length > 0 && { phone_numbers: numbers }),
    ...(listId !== undefined && { contact_list_ids: [listId] }),
  };
}

/** What was chosen for the variables of a template, in a broadcast's words; what is empty is chosen there. */
export function variablesOf(sources: Readonly<Record<string, SlotSource>>): CampaignVariables {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([key, source]): [string, CampaignVariables[string]][] => {
      if (source.from === 'value') return source.value === '' ? [] : [[key, { value: source.value }]];
      const fallback = source.fallback.trim();
      return [[key, { field: source.name, ...(fallback !== '' && { fallback }) }]];
    }),
  );
}
