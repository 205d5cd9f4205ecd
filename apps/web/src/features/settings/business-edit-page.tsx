import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { type Command, useCommands } from '../../ui/commands/commands.ts';
import { ContactSquare } from '../../ui/contact-square.tsx';
import { Page, PageBar, PageBody } from '../../ui/page.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { useServerWords } from '../../ui/request-words.ts';
import { SubPanelButton } from '../../ui/sub-panel.tsx';
import { toast } from '../../ui/toast.ts';
import { useRows } from '../sync/public.ts';
import { LiveScope, OnlyWith } from '../team/public.ts';
import styles from './business.module.css';
import type { BusinessValues } from './business-draft.ts';
import { BusinessForm, useMissingBusiness, type WrongBusiness, wrongBusinessFields } from './business-form.tsx';
import { useUserRules } from './business-words.ts';
import { changeClient, changeLogo } from './client-api.ts';
import { JoinSwitch } from './join-by-domain.tsx';

const commands: Command[] = [{ id: 'business.save', group: 'page', title: msg`Save`, keys: 'mod+s' }];

/** `/settings/business/edit` */
export function BusinessEditPage() {
  const { t } = useLingui();
  return (
    <Page scroll="document">
      <PageBar title={t`Edit business settings`} start={<SubPanelButton label={t`Settings pages`} />} />
      <LiveScope>
        <OnlyWith right="account.edit">
          <PageBody padded>
            <EditBusiness />
          </PageBody>
        </OnlyWith>
      </LiveScope>
    </Page>
  );
}

function EditBusiness() {
  const [client] = useRows('clients');
  return client && <EditForm key={client.client_id} client={client} />;
}

type Rules = Client['user_restrictions'] & { users_may_delete_all_contacts: boolean; join_by_domain: boolean };

/** The facts of the business and the rules for its Users; only what was changed is sent. */
function EditForm({ client }: { client: Client }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const serverWords = useServerWords();
  const missingIn = useMissingBusiness();
  // What the form began with: somebody else's change meanwhile is not undone by fields nobody touched here.
  const [basis] = useState({ values: valuesOf(client), rules: rulesOf(client) });
  const [values, setValues] = useState(basis.values);
  const [rules, setRules] = useState(basis.rules);
  const [wrong, setWrong] = useState<WrongBusiness>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const missing = missingIn(values);
    setWrong(missing);
    if (busy || Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const {
        users_may_delete_all_contacts: mayDeleteAll,
        join_by_domain: joining,
        ...limits
      } = changed(rules, basis.rules);
      await changeClient({
        ...changed(values, basis.values),
        ...(Object.keys(limits).length > 0 && { user_restrictions: limits }),
        ...(mayDeleteAll !== undefined && { users_may_delete_all_contacts: mayDeleteAll }),
        ...(joining !== undefined && { join_by_domain: joining }),
      });
      toast({ message: t`Business settings saved.` });
      await navigate({ to: '/settings/business' });
    } catch (error) {
      setWrong(wrongBusinessFields(error) ?? { form: serverWords(error) });
    } finally {
      setBusy(false);
    }
  };
  useCommands(commands, { 'business.save': () => void submit() });
  return (
    <div className={styles.sheet}>
      <PictureField
        label={t`Logo`}
        help={t`Stands in invitations and in everybody's list of accounts. JPEG, PNG or WebP, at most 5 MB; the middle is kept as a small square.`}
        picture={<ContactSquare name={client.name} seed={client.client_id} picture={client.logo_url} size="xl" />}
        given={client.logo_url !== null}
        save={changeLogo}
      />
      <BusinessForm
        values={values}
        wrong={wrong}
        onChange={(name, value) => {
          setValues({ ...values, [name]: value });
          setWrong(({ [name]: _gone, ...others }) => others);
        }}
        onSubmit={submit}
      >
        <RuleSwitches rules={rules} onChange={setRules} />
        <JoinSwitch on={rules.join_by_domain} onChange={(on) => setRules({ ...rules, join_by_domain: on })} />
        <p className={styles.acts}>
          <Button type="submit" variant="filled" busy={busy}>{t`Save`}</Button>
          <Link to="/settings/business" className={buttonClass()}>{t`Cancel`}</Link>
        </p>
      </BusinessForm>
    </div>
  );
}

function RuleSwitches({ rules, onChange }: { rules: Rules; onChange: (rules: Rules) => void }) {
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
        {t`Users may delete all contacts at once`}
      </Switch>
    </fieldset>
  );
}

/** What differs from before. */
function changed<T extends object>(values: T, before: T): Partial<T> {
  const names = Object.keys(values) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, values[name]]),
  ) as Partial<T>;
}

function rulesOf({ user_restrictions: limits, users_may_delete_all_contacts, join_by_domain }: Client): Rules {
  return { ...limits, users_may_delete_all_contacts, join_by_domain };
}

function valuesOf(client: Client): BusinessValues {
  const { name, country, time_zone, industry, website, team_size } = client;
  return {
    name,
    country,
    time_zone,
    industry: industry ?? '',
    website: website ?? '',
    team_size: team_size ?? '',
  };
}
