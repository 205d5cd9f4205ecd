import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldMessage } from '../../../platform/errors.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/checkbox.tsx';
import { type Command, useCommands } from '../../../ui/commands/commands.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ImageField } from '../../../ui/image-field.tsx';
import { Page, PageBar, PageBody } from '../../../ui/page.tsx';
import { SubPanelButton } from '../../../ui/sub-panel.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRows } from '../../sync/public.ts';
import { LiveScope, RequirePermission } from '../../team/public.ts';
import styles from '../components/business/business.module.css';
import { BusinessForm, useMissingBusiness } from '../components/business/business-form.tsx';
import { JoinSwitch } from '../components/business/join-by-domain.tsx';
import { TwoStepSwitch } from '../components/business/two-step-rule.tsx';
import { useUserRules } from '../components/business/use-business-facts.ts';
import {
  type AccountRules,
  accountRulesOf,
  type BusinessErrors,
  businessErrorsOf,
  businessValuesOf,
  changedValues,
} from '../data/business-values.ts';
import { changeClient, changeLogo } from '../data/client-api.ts';

const commands: Command[] = [{ id: 'business.save', group: 'page', title: msg`Save`, keys: 'mod+s' }];

/** `/settings/business/edit` */
export function BusinessEditPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Edit business settings`} start={<SubPanelButton label={t`Settings pages`} />} />
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
  const [client] = useRows('clients');
  return client && <EditForm key={client.client_id} client={client} />;
}

/** The business facts and the rules for Users; only changes are sent. */
function EditForm({ client }: { client: Client }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const serverText = useServerErrorMessage();
  const missingIn = useMissingBusiness();
  // The initial values: unchanged fields must not revert a concurrent change.
  const [basis] = useState({ values: businessValuesOf(client), rules: accountRulesOf(client) });
  const [values, setValues] = useState(basis.values);
  const [rules, setRules] = useState(basis.rules);
  const [errors, setErrors] = useState<BusinessErrors>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const missing = missingIn(values);
    setErrors(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const {
        users_may_delete_all_contacts: mayDeleteAll,
        join_by_domain: joining,
        require_two_step_verification: twoStep,
        ...limits
      } = changedValues(rules, basis.rules);
      await changeClient({
        ...changedValues(values, basis.values),
        ...(Object.keys(limits).length > 0 && { user_restrictions: limits }),
        ...(mayDeleteAll !== undefined && { users_may_delete_all_contacts: mayDeleteAll }),
        ...(joining !== undefined && { join_by_domain: joining }),
        ...(twoStep !== undefined && { require_two_step_verification: twoStep }),
      });
      toast({ message: t`Business settings saved.` });
      await navigate({ to: '/settings/business' });
    } catch (error) {
      setErrors(
        businessErrorsOf(error) ?? { form: fieldMessage(error, 'require_two_step_verification') ?? serverText(error) },
      );
    } finally {
      setBusy(false);
    }
  };
  useCommands(commands, { 'business.save': () => void submit() });
  return (
    <div className={styles.sheet}>
      <ImageField
        label={t`Logo`}
        help={t`Shown in invitations and in the list of accounts. JPEG, PNG or WebP, up to 5 MB; the center is used as a square.`}
        picture={<Avatar name={client.name} seed={client.client_id} picture={client.logo_url} size="xl" />}
        given={client.logo_url !== null}
        save={changeLogo}
      />
      <BusinessForm
        values={values}
        fieldErrors={errors}
        onChange={(name, value) => {
          setValues({ ...values, [name]: value });
          setErrors(({ [name]: _gone, ...rest }) => rest);
        }}
        onSubmit={submit}
      >
        <UserRuleSwitches rules={rules} onChange={setRules} />
        <JoinSwitch on={rules.join_by_domain} onChange={(on) => setRules({ ...rules, join_by_domain: on })} />
        <TwoStepSwitch
          on={rules.require_two_step_verification}
          onChange={(on) => setRules({ ...rules, require_two_step_verification: on })}
        />
        <p className={styles.actions}>
          <Button type="submit" variant="filled" busy={busy}>{t`Save`}</Button>
          <Link to="/settings/business" className={buttonClass()}>{t`Cancel`}</Link>
        </p>
      </BusinessForm>
    </div>
  );
}

function UserRuleSwitches({ rules, onChange }: { rules: AccountRules; onChange: (rules: AccountRules) => void }) {
  const { t } = useLingui();
  const words = useUserRules();
  return (
    <fieldset className={styles.switches}>
      <legend>{t`Rules for all Users`}</legend>
      {words.map(({ name, label }) => (
        <Switch key={name} checked={rules[name]} onChange={(on) => onChange({ ...rules, [name]: on })}>
          {label}
        </Switch>
      ))}
      <Switch
        checked={rules.users_may_delete_all_contacts}
        onChange={(on) => onChange({ ...rules, users_may_delete_all_contacts: on })}
      >
        {t`Users can delete all contacts at once`}
      </Switch>
    </fieldset>
  );
}
