import { useLingui } from '@lingui/react/macro';
import type { FeatureRequest } from '@parley/contract/types';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useFindUser } from '../../sync/public.ts';
import { useRefusal } from '../../team/public.ts';
import { RequestStateDialog } from './request-state-dialog.tsx';
import { requestStateLabels, requestStateTones } from './request-words.ts';
import styles from './requests.module.css';
import { VoteButton } from './vote-button.tsx';

/** Feature requests with their votes. */
export function RequestList({ requests }: { requests: readonly FeatureRequest[] }) {
  const { t, i18n } = useLingui();
  const manages = useRefusal('feedback.manage') === null;
  const [changing, setChanging] = useState<FeatureRequest | null>(null);
  return (
    <>
      <ul className={styles.list} aria-label={t`Feature requests`}>
        {requests.map((request) => (
          <li key={request.id} className={styles.request}>
            <VoteButton request={request} />
            <RequestText request={request} />
            {manages ? (
              <button
                type="button"
                className={styles.state}
                aria-label={t`${i18n._(requestStateLabels[request.state])}, change the state of ${request.title}`}
                data-tip={t`Change state`}
                onClick={() => setChanging(request)}
              >
                <RequestBadge request={request} />
              </button>
            ) : (
              <RequestBadge request={request} />
            )}
          </li>
        ))}
      </ul>
      {changing && <RequestStateDialog request={changing} onClose={() => setChanging(null)} />}
    </>
  );
}

function RequestBadge({ request }: { request: FeatureRequest }) {
  const { i18n } = useLingui();
  return <Badge tone={requestStateTones[request.state]}>{i18n._(requestStateLabels[request.state])}</Badge>;
}

function RequestText({ request }: { request: FeatureRequest }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const findUser = useFindUser();
  const { title, problem, idea, state_note: note, duplicate_of: original } = request;
  const author = findUser(request.created_by)?.name ?? t`Former member`;
  const originalTitle = original?.title ?? '';
  return (
    <Disclosure look="row" className={styles.text} title={<bdi className={styles.title}>{title}</bdi>}>
      <p className={styles.whole}>{problem}</p>
      {idea !== null && (
        <p className={styles.whole}>
          <b>{t`Idea`}</b> {idea}
        </p>
      )}
      {original !== null && <p>{t`Duplicate of “${originalTitle}”`}</p>}
      {note !== null && (
        <p>
          <b>{t`Answer`}</b> {note}
        </p>
      )}
      <p className={styles.quiet}>
        <bdi>{author}</bdi>, {near(request.created_at)}
      </p>
    </Disclosure>
  );
}
