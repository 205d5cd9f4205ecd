import { useLingui } from '@lingui/react/macro';
import type { Contact } from '@parley/contract/types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../../../ui/avatar.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { SearchBox } from '../../../../ui/search-box.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { contactName, readableNumber } from '../../../contacts/public.ts';
import { useAccount } from '../../../sync/public.ts';
import styles from './structured.module.css';

const mostFound = 8;
const longest = 100;

export type ContactSearchProps = {
  onChoose: (contact: Contact) => void;
  /** The id of a contact that cannot be chosen. */
  without?: string;
};

/** Finds one of the account's contacts by name or number. */
export function ContactSearch({ onChoose, without }: ContactSearchProps) {
  const { t } = useLingui();
  const account = useAccount();
  const words = useServerErrorMessage();
  const [typed, setTyped] = useState('');
  const wanted = useDebounced(typed.trim()).slice(0, longest);
  const { data: all, error } = useQuery({
    queryKey: ['card-contacts', wanted],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { limit: mostFound, ...(wanted !== '' && { search: wanted }) };
      return (await account.api('GET /api/contacts', { query }, { signal })).data;
    },
  });
  const data = all?.filter(({ id }) => id !== without);
  return (
    <>
      <SearchBox label={t`Search contacts by name or number`} value={typed} onChange={setTyped} />
      {error !== null && <p className={styles.wrong}>{words(error)}</p>}
      {data?.length === 0 && <p className={styles.quiet}>{t`No results`}</p>}
      <div className={styles.found}>
        {data?.map((contact) => (
          <button key={contact.id} type="button" className={styles.person} onClick={() => onChoose(contact)}>
            <Avatar size="sm" name={contactName(contact)} seed={contact.id} />
            <span className={styles.names}>
              <bdi>{contactName(contact)}</bdi>
              <bdi className={styles.quiet}>
                {contact.phone_number === null ? contact.phone_masked : readableNumber(contact.phone_number)}
              </bdi>
            </span>
          </button>
        ))}
      </div>
    </>
  );
}
