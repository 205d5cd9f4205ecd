import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../platform/api.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { useHashTarget } from '../../../../ui/use-hash-target.ts';
import { PermissionNote, useRefusal } from '../../../team/public.ts';
import { SavedSwitch } from '../saved/saved-switch.tsx';
import styles from './business.module.css';

/** Whether people with the company's email domain may ask to join. */
export function JoinByDomain({ client }: { client: Client }) {
  const { t } = useLingui();
  const section = useHashTarget('joining');
  return (
    <section ref={section} id="joining" className={styles.section} aria-label={t`Joining`}>
      <h2>{t`Joining`}</h2>
      <p className={styles.quiet}>
        <JoinText />
      </p>
      <dl className={styles.rules}>
        <dt>{t`Teammates can request to join`}</dt>
        <dd>{client.join_by_domain ? <Badge tone="info">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}</dd>
      </dl>
    </section>
  );
}

/** The switch for Owners; others see who can change it. */
export function JoinSwitch({ on, save }: { on: boolean; save: (on: boolean) => Promise<void> }) {
  const { t } = useLingui();
  const refusal = useRefusal('account.joining');
  return (
    <fieldset className={styles.switches}>
      <legend>{t`Joining`}</legend>
      <p className={styles.quiet}>
        <JoinText />
      </p>
      {refusal === null ? (
        <SavedSwitch name="join_by_domain" label={t`Teammates can request to join`} saved={on} save={save} />
      ) : (
        <PermissionNote right="account.joining" />
      )}
    </fieldset>
  );
}

function JoinText() {
  const { t, i18n } = useLingui();
  const { data } = useQuery({
    queryKey: ['join-domains'],
    queryFn: ({ signal }) => api('GET /api/join-requests/domains', {}, { signal }),
  });
  if (data === undefined) return t`Users with an address of your company’s domain can request to join.`;
  if (data.data.length === 0) {
    return t`No Owner or Admin has a confirmed address of your company’s own domain, so teammates can’t request to join.`;
  }
  const domains = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(data.data);
  return t`Users with a confirmed address at ${domains} can request to join. An Owner or Admin approves each request.`;
}
