import type { CampaignAudience, CampaignVariables } from '@parley/contract/types';
import type { Recipient, VariableSource } from './draft.ts';

/** Too many recipients for Compose, as the audience of a broadcast. @param listId a list that was chosen too */
export function audienceOf(recipients: readonly Recipient[], listId?: string): CampaignAudience {
  const contacts = recipients.flatMap(({ contactId }) => (contactId === null ? [] : [contactId]));
  const numbers = recipients.flatMap(({ contactId, digits, typed }) =>
    contactId === null ? [digits === null ? typed : `+${digits}`] : [],
  );
  return {
    ...(contacts.length > 0 && { contact_ids: contacts }),
    ...(numbers.length > 0 && { phone_numbers: numbers }),
    ...(listId !== undefined && { contact_list_ids: [listId] }),
  };
}

/** The values of a template's variables in the format of a broadcast; empty ones are chosen there. */
export function variablesOf(sources: Readonly<Record<string, VariableSource>>): CampaignVariables {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([key, source]): [string, CampaignVariables[string]][] => {
      if (source.from === 'value') return source.value === '' ? [] : [[key, { value: source.value }]];
      const fallback = source.fallback.trim();
      return [[key, { field: source.name, ...(fallback !== '' && { fallback }) }]];
    }),
  );
}
