import { useQuery, useQueryClient } from '@tanstack/react-query';
import { session } from '../../../platform/browser-session.ts';
import { publishProfile } from '../../../platform/profile.ts';
import { identity, type Person } from '../../identity/public.ts';

const personKey = ['auth', 'profile'] as const;

/** The signed-in person with their accounts. */
export function usePerson() {
  return useQuery({ queryKey: personKey, queryFn: () => identity.getUser() });
}

/** Tells every part of the page, and the frame, what the person is now. */
export function usePersonChanged(): (person: Person) => void {
  const queries = useQueryClient();
  return (person) => {
    queries.setQueryData(personKey, person);
    const state = session.state();
    const clientId = state.status === 'signed-out' ? null : state.claims.client_id;
    const account = person.accounts.find(({ client_id }) => client_id === clientId);
    const { displayName: userName, email, photoURL: photoUrl } = person.user;
    publishProfile({ userName, email, photoUrl, accountName: account?.name ?? '' });
  };
}
