import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { ImageField } from '../../../ui/image-field.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { useRows } from '../../sync/public.ts';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import styles from '../components/business/business.module.css';
import { BusinessFields } from '../components/business/business-fields.tsx';
import { JoinSwitch } from '../components/business/join-by-domain.tsx';
import { SignInRuleFields } from '../components/business/sign-in-rules.tsx';
import { useUserRules } from '../components/business/use-business-facts.ts';
import { SavedSwitch } from '../components/saved/saved-switch.tsx';
import { type ClientChanges, changeClient, changeLogo } from '../data/client-api.ts';

/** `/settings/business/edit`: each field is saved by itself. */
export function BusinessEditPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Edit business settings`} start={<SubPanelButton label={t`Settings pages`} />}>
        <Link to="/settings/business" className={buttonClass()}>
          {t({ message: 'Done', context: 'close' })}
        </Link>
      </PageBar>
      <LiveScope>
        <RequirePermission right="account.edit">
          <PageBody padded>
            <EditBusiness />
          </PageBody>
        </RequirePermission>
      </LiveScope>
    </Page>
  );
}

function EditBusiness() {
  const { t } = useLingui();
  const [live] = useRows('clients');
  // The answer to a change comes before the change feed tells of it.
  const [answered, setAnswered] = useState<Client | null>(null);
  if (live === undefined) return null;
  const client = answered !== null && answered.version > live.version ? answered : live;
  const change = async (changes: ClientChanges) => setAnswered(await changeClient(changes));
  return (
    <div className={styles.sheet}>
      <p className={styles.quiet}>{t`Changes are saved automatically, each field on its own.`}</p>
      <ImageField
        label={t`Logo`}
        help={t`Shown in invitations and in the list of accounts. JPEG, PNG or WebP, up to 5 MB; the center is used as a square.`}
        picture={<Avatar name={client.name} seed={client.client_id} picture={client.logo_url} size="xl" />}
        given={client.logo_url !== null}
        save={changeLogo}
      />
      <BusinessFields client={client} change={change} />
      <UserRuleSwitches client={client} change={change} />
      <JoinSwitch on={client.join_by_domain} save={(on) => change({ join_by_domain: on })} />
      <SignInRuleFields client={client} change={change} />
    </div>
  );
}

type RulesProps = { client: Client; change: (changes: ClientChanges) => Promise<void> };

function UserRuleSwitches({ client, change }: RulesProps) {
  const { t } = useLingui();
  const words = useUserRules();
  return (
    <fieldset className={styles.switches}>
      <legend>{t`Rules for all Users`}</legend>
      {words.map(({ name, label }) => (
        <SavedSwitch
          key={name}
          name={`user_restrictions.${name}`}
          label={label}
          saved={client.user_restrictions[name]}
          save={(on) => change({ user_restrictions: { [name]: on } })}
        />
      ))}
      <SavedSwitch
        name="users_may_delete_all_contacts"
        label={t`Users can delete all contacts`}
        saved={client.users_may_delete_all_contacts}
        save={(on) => change({ users_may_delete_all_contacts: on })}
      />
    </fieldset>
  );
}
