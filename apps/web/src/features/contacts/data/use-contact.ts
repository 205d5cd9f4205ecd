import type { Contact } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useRow } from '../../sync/public.ts';
import { useContactCalls } from './use-contact-calls.ts';

export type ContactState =
  | { kind: 'loading' }
  | { kind: 'there'; contact: Contact }
  | { kind: 'none' }
  | { kind: 'problem'; error: unknown; retry: () => void };

/** One contact: from the store at once, read again once, kept current by the change feed. */
export function useContact(id: string): ContactState {
  const calls = useContactCalls();
  const row = useRow('contacts', id);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['contact', id],
    queryFn: () => calls.contact(id, true),
    staleTime: 0,
  });
  // An empty answer means "not found": the stored row is deleted.
  if (data === null) return { kind: 'none' };
  const contact = row ?? data;
  if (contact !== undefined) return { kind: 'there', contact };
  if (isPending) return { kind: 'loading' };
  return { kind: 'problem', error, retry: () => void refetch() };
}
