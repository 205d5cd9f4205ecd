import { useRef, useState } from 'react';
import { useAccount, useFindUser } from '../../sync/public.ts';
import { shortName } from '../bubble/author-label.ts';

/**
 * Asks once before a reply is sent while another member writes one: their answer would come right after.
 * `asking` has the member's first name and the answers; `maySend` resolves with the choice.
 */
export function useCollision(threadId: string) {
  const account = useAccount();
  const findUser = useFindUser();
  const agreed = useRef(new Set<string>());
  const [asking, setAsking] = useState<{ name: string; answer: (send: boolean) => void } | null>(null);
  const maySend = (): Promise<boolean> => {
    const typing = account.presence.of(threadId).filter((member) => member.typing);
    const ids = typing.map(({ userId }) => userId);
    // Who stopped meanwhile is asked about again.
    agreed.current = new Set([...agreed.current].filter((id) => ids.includes(id)));
    const [first] = ids.filter((id) => !agreed.current.has(id));
    const user = first === undefined ? undefined : findUser(first);
    if (user === undefined) return Promise.resolve(true);
    return new Promise((resolve) => {
      setAsking({
        name: shortName(user.name),
        answer: (send) => {
          setAsking(null);
          if (send) agreed.current = new Set(ids);
          resolve(send);
        },
      });
    });
  };
  return { asking, maySend };
}
