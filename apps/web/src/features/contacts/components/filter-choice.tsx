import type { Filter } from '@parley/contract/types';
import { useAccess, useRows } from '../../sync/public.ts';
import { useFields } from '../data/contacts-data.ts';
import { ContactFilters } from './contact-filters.tsx';

export type FilterChoiceProps = { filter: Filter | null; onChange: (filter: Filter | null) => void };

/** A filter edited outside the contacts table, with the same editor. */
export function FilterChoice({ filter, onChange }: FilterChoiceProps) {
  const lists = useRows('contact_lists');
  const fields = useFields();
  const { role, restrictions } = useAccess();
  return (
    <ContactFilters
      filter={filter}
      onChange={onChange}
      saves={null}
      lists={lists}
      fields={fields}
      masked={role === 'User' && restrictions.mask_phone_numbers}
      total={null}
      end={null}
    />
  );
}
