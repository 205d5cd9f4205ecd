import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { FeatureRequest } from '@parley/contract/types';
import { IconChevronUp } from '@tabler/icons-react';
import { smallIcon } from '../../../ui/icon.ts';
import { useAction } from '../../../ui/use-action.ts';
import { setVote } from '../data/feature-requests.ts';
import { takesVotes } from './request-words.ts';
import styles from './requests.module.css';

/** Votes for a request, or takes the vote back. */
export function VoteButton({ request }: { request: FeatureRequest }) {
  const { t, i18n } = useLingui();
  const { busy, run } = useAction();
  const { id, title, votes, voted, state } = request;
  const blocked = !voted && !takesVotes(state);
  const press = async () => {
    if (!blocked) await run(() => setVote(id, !voted));
  };
  const counted = plural(votes, { one: '# vote', other: '# votes' });
  return (
    <button
      type="button"
      className={styles.vote}
      aria-pressed={voted}
      aria-disabled={blocked || undefined}
      aria-busy={busy || undefined}
      aria-label={t`Vote for ${title}, ${counted}`}
      data-vote
      data-tip={blocked ? t`Closed` : voted ? t`Remove your vote` : t`Vote`}
      onClick={() => void press()}
    >
      <IconChevronUp {...smallIcon} />
      <span>{i18n.number(votes)}</span>
    </button>
  );
}
