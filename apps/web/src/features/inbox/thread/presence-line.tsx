import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { useFindUser, usePresent } from '../../sync/public.ts';
import styles from './presence-line.module.css';
import { usePresenceText } from './use-presence-text.ts';

/** Above the field: the members who are typing a reply, otherwise those who look at the conversation. */
export function PresenceLine({ threadId }: { threadId: string }) {
  const present = usePresent(threadId);
  const findUser = useFindUser();
  const words = usePresenceText();
  const typing = present.some((member) => member.typing);
  const shown = present.filter((member) => member.typing === typing).map(({ userId }) => findUser(userId));
  const users = shown.filter((user) => user !== undefined);
  const [first] = users;
  const names = users.map(({ name }) => name);
  return (
    <span className={styles.line} role="status">
      {first && (
        <>
          <MemberAvatar name={first.name} photo={first.photo_url} live={typing} />
          <span className={styles.words}>{words(names, typing)}</span>
          {typing && (
            <span className={styles.dots} aria-hidden="true">
              <i />
              <i />
              <i />
            </span>
          )}
        </>
      )}
    </span>
  );
}
