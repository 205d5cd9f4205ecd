import { useLingui } from '@lingui/react/macro';
import type { AuthorLabel } from './author-label.ts';
import { useMessageWords } from './use-message-words.ts';

/** The specification's author label above our bubbles; dots while the name is unknown. */
export function AuthorLine({ label }: { label: AuthorLabel }) {
  const { t } = useLingui();
  const words = useMessageWords().author(label);
  if (words !== null) return <bdi>{words}</bdi>;
  return (
    <span role="img" aria-label={t`unknown sender`}>
      …
    </span>
  );
}
