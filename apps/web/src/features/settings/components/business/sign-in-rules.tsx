import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../../../ui/badge.tsx';
import { identity } from '../../../identity/public.ts';
import { PermissionNote, useRefusal } from '../../../team/public.ts';
import type { ClientChanges } from '../../data/client-api.ts';
import { SavedSelect } from '../saved/saved-select.tsx';
import { SavedSwitch } from '../saved/saved-switch.tsx';
import styles from './business.module.css';

/** The providers that members can be required to sign in with; one that the server no longer has keeps its id. */
function useProviders({ sign_in_provider: required }: Client): readonly { id: string; name: string }[] {
  const config = useQuery({ queryKey: ['auth', 'config'], queryFn: () => identity.config() }).data;
  const offered = config?.providers ?? [];
  if (required === null || config === undefined || offered.some(({ id }) => id === required)) return offered;
  return [...offered, { id: required, name: required }];
}

/** How members must sign in. */
export function SignInRules({ client }: { client: Client }) {
  const { t } = useLingui();
  const providers = useProviders(client);
  const required = providers.find(({ id }) => id === client.sign_in_provider);
  return (
    <section id="security" className={styles.section} aria-label={t`Security`}>
      <h2>{t`Security`}</h2>
      <dl className={styles.rules}>
        {providers.length > 0 && (
          <>
            <dt>{t`Sign-in method`}</dt>
            <dd>{required ? <Badge tone="info">{required.name}</Badge> : <Badge>{t`Any method`}</Badge>}</dd>
          </>
        )}
        <dt>{t`Require two-step verification`}</dt>
        <dd>{client.require_two_step_verification ? <Badge tone="info">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}</dd>
      </dl>
    </section>
  );
}

type Props = { client: Client; change: (changes: ClientChanges) => Promise<void> };

/** The same for Owners to change; others see who can. */
export function SignInRuleFields({ client, change }: Props) {
  const { t } = useLingui();
  const providers = useProviders(client);
  if (useRefusal('account.sign_in_rules') !== null) {
    return (
      <fieldset className={styles.switches}>
        <legend>{t`Security`}</legend>
        <PermissionNote right="account.sign_in_rules" />
      </fieldset>
    );
  }
  return (
    <fieldset className={styles.switches}>
      <legend>{t`Security`}</legend>
      {providers.length > 0 && (
        <>
          <SavedSelect
            name="sign_in_provider"
            label={t`Sign-in method`}
            choices={[
              { value: '', label: t`Any method` },
              ...providers.map(({ id, name }) => ({ value: id, label: t`Only ${name}` })),
            ]}
            saved={client.sign_in_provider ?? ''}
            save={(value) => change({ sign_in_provider: value === '' ? null : value })}
          />
          <p className={styles.quiet}>
            {t`Members who signed in another way must sign in with the chosen provider before they can continue.`}
          </p>
        </>
      )}
      <SavedSwitch
        name="require_two_step_verification"
        label={t`Require two-step verification`}
        saved={client.require_two_step_verification}
        save={(on) => change({ require_two_step_verification: on })}
      />
      <p className={styles.quiet}>
        {t`Members without two-step verification must set it up before they can continue.`}
      </p>
    </fieldset>
  );
}
