import { useQuery } from '@tanstack/react-query';
import { QueryScope } from '../../../platform/query.tsx';
import { useAccount } from '../../sync/public.ts';

/** The name of the API key that wrote a message, beside its id. @param author `api:<key id>` */
export function KeyName({ author }: { author: string }) {
  return (
    <QueryScope>
      <Name keyId={author.slice('api:'.length)} />
    </QueryScope>
  );
}

function Name({ keyId }: { keyId: string }) {
  const account = useAccount();
  const { data } = useQuery({
    // A key that was made meanwhile is not among the names that are known.
    queryKey: ['api-key-names', keyId],
    queryFn: () => account.api('GET /api/api-key-names', {}),
    staleTime: 5 * 60_000,
  });
  const name = data?.data.find(({ id }) => id === keyId)?.name;
  return name === undefined ? null : <bdi>{` · ${name}`}</bdi>;
}
