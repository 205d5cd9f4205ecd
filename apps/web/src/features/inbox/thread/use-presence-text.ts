import { useLingui } from '@lingui/react/macro';
import { shortName } from '../bubble/author-label.ts';

/** Who is typing in a conversation or looking at it, by first names. */
export function usePresenceText(): (names: readonly string[], typing: boolean) => string {
  const { t } = useLingui();
  return (names, typing) => {
    const [first = '', second] = names.map(shortName);
    const otherCount = names.length - 1;
    if (second === undefined) return typing ? t`${first} is typing` : t`${first} is viewing`;
    if (otherCount === 1) return typing ? t`${first} and ${second} are typing` : t`${first} and ${second} are viewing`;
    return typing ? t`${first} and ${otherCount} others are typing` : t`${first} and ${otherCount} others are viewing`;
  };
}
