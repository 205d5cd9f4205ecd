import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Dialog } from '../../../../ui/layer/dialog.tsx';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { readableNumber } from '../../../contacts/public.ts';
import type { AudienceGroup } from '../../data/campaign-queries.ts';
import type { BroadcastDraft } from '../../data/editor/draft.ts';
import { useAudienceRecipients } from '../../data/editor/use-audience-check.ts';
import audienceStyles from './audience.module.css';
import styles from './editor.module.css';

/** The number of contacts shown; the figure itself is the total. */
const maxShown = 200;

type Props = { draft: BroadcastDraft; title: string; show: AudienceGroup; onClose: () => void };

/** The contacts behind a figure; they open in a new tab, so that the editor stays open. */
export function AudienceDialog({ draft, title, show, onClose }: Props) {
  const { t } = useLingui();
  const { data, isPending, isError, error, refetch } = useAudienceRecipients(draft, show, maxShown);
  const count = data?.length ?? 0;
  return (
    <Dialog title={title} onClose={onClose}>
      {isPending && <Skeleton shape="text" label={t`Reading`} count={5} />}
      {isError && data === undefined && (
        <ProblemState title={t`Couldn’t load the recipients`} error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          {count === maxShown && (
            <p className={styles.quiet}>{t`${plural(count, { one: 'The first one', other: 'The first #' })}`}</p>
          )}
          {count === 0 && <p>{t`No recipients at the moment.`}</p>}
          <ul className={audienceStyles.people}>
            {data.map(({ contact_id, name, phone_number, phone_masked }) => {
              const number = phone_masked ?? (phone_number === null ? '' : readableNumber(phone_number));
              return (
                <li key={contact_id ?? phone_number ?? name}>
                  {contact_id === null ? (
                    <bdi>{name || number}</bdi>
                  ) : (
                    <Link to="/contacts/$id/edit" params={{ id: contact_id }} target="_blank">
                      <bdi>{name || number}</bdi>
                    </Link>
                  )}
                  {name !== '' && <bdi className={styles.quiet}>{number}</bdi>}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
}
