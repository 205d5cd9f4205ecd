import { useQuery, useQueryClient } from '@tanstack/react-query';
import { session } from '../../../platform/browser-session.ts';
import { publishProfile } from '../../../platform/profile.ts';
import { type CurrentUser, identity } from '../../identity/public.ts';

const currentUserKey = ['auth', 'profile'] as const;

/** The signed-in user with their accounts. */
export function useCurrentUser() {
  return useQuery({ queryKey: currentUserKey, queryFn: () => identity.getUser() });
}

/** Updates the cached user and the profile that the frame shows. */
export function useSetCurrentUser(): (currentUser: CurrentUser) => void {
  const queries = useQueryClient();
  return (currentUser) => {
    queries.setQueryData(currentUserKey, currentUser);
    const state = session.state();
    const clientId = state.status === 'signed-out' ? null : state.claims.client_id;
    const account = currentUser.accounts.find(({ client_id }) => client_id === clientId);
    const { displayName: userName, email, photoURL: photoUrl } = currentUser.user;
    publishProfile({ userName, email, photoUrl, accountName: account?.name ?? '' });
  };
}
