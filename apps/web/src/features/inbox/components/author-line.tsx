import { useLingui } from '@lingui/react/macro';
import type { AuthorLabel } from '../author-label.ts';
import { useMessageWords } from '../use-message-words.ts';

/** The specification's author label over our bubbles; dots for somebody whose name is not known. */
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
