import type { User } from '@parley/contract/types';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { usePresenceText } from './use-presence-text.ts';

export type PresentMarkProps = { user: User; typing: boolean };

/** Another member who is in the conversation of a row now. */
export function PresentMark({ user, typing }: PresentMarkProps) {
  const words = usePresenceText();
  return <MemberAvatar live name={user.name} photo={user.photo_url} label={words([user.name], typing)} />;
}
