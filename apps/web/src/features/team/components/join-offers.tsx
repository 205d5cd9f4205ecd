import { useLingui } from '@lingui/react/macro';
import type { JoinOffer } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { queryClient } from '../../../platform/query.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FormError } from '../../../ui/form.tsx';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { switchAccount } from '../data/switch-account.ts';
import styles from './invitation-card.module.css';

const key = ['join-offers'];
/** Poll interval for the answer to a request, milliseconds. */
const pollIntervalMs = 15_000;

/** Accounts of the user's company that they may ask to join. */
export function JoinOffers() {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/join-requests/offers', {}, { signal }),
    enabled: session.state().status !== 'signed-out',
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? pollIntervalMs : false),
  });
  const current = session.state();
  const here = current.status === 'signed-out' ? null : current.claims.client_id;
  const offers = (data?.data ?? []).filter(({ client_id: id }) => id !== here);
  if (offers.length === 0) return null;
  return (
    <section className={styles.card} aria-label={t`Your company already uses Parley`}>
      <h2>{t`Your company already uses Parley`}</h2>
      <ul className={styles.list}>
        {offers.map((offer) => (
          <li key={offer.client_id}>
            <Offer offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Offer({ offer }: { offer: JoinOffer }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  const serverText = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { client_id: clientId, name, state, asked_at: askedAt } = offer;
  const act = async (does: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await does();
      await queryClient.invalidateQueries({ queryKey: key });
    } catch (error) {
      setProblem(serverText(error));
    } finally {
      setBusy(false);
    }
  };
  const when = askedAt === null ? '' : near(askedAt);
  const words = {
    offered: t`You have an address of the same company.`,
    asked: t`Requested ${when}. You get an email when your request is approved.`,
    declined: t`Your request was declined. Ask a member of that team to invite you.`,
    joined: t`Your request was approved.`,
  }[state];
  return (
    <section className={styles.row} aria-label={name}>
      <Avatar name={name} seed={clientId} picture={offer.logo_url} size="md" />
      <span className={styles.names}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <small role="status">{words}</small>
      </span>
      {state === 'offered' && (
        <Button
          variant="filled"
          size="sm"
          busy={busy}
          onClick={() => void act(() => api('POST /api/join-requests', { body: { client_id: clientId } }))}
        >
          {t`Request to join`}
        </Button>
      )}
      {state === 'joined' && (
        <Button variant="filled" size="sm" busy={busy} onClick={() => void act(() => switchAccount(clientId))}>
          {t`Open`}
        </Button>
      )}
      <FormError>{problem}</FormError>
    </section>
  );
}

function isOpen({ state }: JoinOffer): boolean {
  return state === 'asked';
}
