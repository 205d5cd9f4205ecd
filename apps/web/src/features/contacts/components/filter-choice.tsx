import type { Filter } from '@parley/contract/types';
import { useRows, useStanding } from '../../sync/public.ts';
import { useFields } from '../contacts-data.ts';
import { ContactFilters } from './contact-filters.tsx';

export type FilterChoiceProps = { filter: Filter | null; onChange: (filter: Filter | null) => void };

/** Whom conditions describe, chosen outside the table of contacts; the same builder. */
export function FilterChoice({ filter, onChange }: FilterChoiceProps) {
  const lists = useRows('contact_lists');
  const fields = useFields();
  const { role, restrictions } = useStanding();
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
