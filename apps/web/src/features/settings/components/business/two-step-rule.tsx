import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { Badge } from '../../../../ui/badge.tsx';
import { PermissionNote, useRefusal } from '../../../team/public.ts';
import { SavedSwitch } from '../saved/saved-switch.tsx';
import styles from './business.module.css';

/** Whether members need two-step verification. */
export function TwoStepRule({ client }: { client: Client }) {
  const { t } = useLingui();
  return (
    <section id="security" className={styles.section} aria-label={t`Security`}>
      <h2>{t`Security`}</h2>
      <dl className={styles.rules}>
        <dt>{t`Require two-step verification`}</dt>
        <dd>{client.require_two_step_verification ? <Badge tone="info">{t`On`}</Badge> : <Badge>{t`Off`}</Badge>}</dd>
      </dl>
    </section>
  );
}

/** The switch for Owners; others see who can change it. */
export function TwoStepSwitch({ on, save }: { on: boolean; save: (on: boolean) => Promise<void> }) {
  const { t } = useLingui();
  const refusal = useRefusal('account.require_two_step');
  return (
    <fieldset className={styles.switches}>
      <legend>{t`Security`}</legend>
      <p
        className={styles.quiet}
      >{t`Members without two-step verification must set it up before they can continue.`}</p>
      {refusal === null ? (
        <SavedSwitch
          name="require_two_step_verification"
          label={t`Require two-step verification`}
          saved={on}
          save={save}
        />
      ) : (
        <PermissionNote right="account.require_two_step" />
      )}
    </fieldset>
  );
}
