import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ProblemState } from '../../ui/problem-state.tsx';
import { useRequestWords } from '../../ui/request-words.ts';
import { clientKey, useClient } from './account-queries.ts';
import type { BusinessValues } from './business-draft.ts';
import { BusinessForm, useMissingBusiness, type WrongBusiness, wrongBusinessFields } from './business-form.tsx';
import { changeClient } from './client-api.ts';
import { OnlyAdmins } from './only-admins.tsx';
import styles from './setup.module.css';

/** The first step of an account that is there already: what was answered, to be corrected. */
export function ChangeBusiness() {
  const { t } = useLingui();
  const { data, error, refetch } = useClient();
  return (
    <OnlyAdmins>
      <div>
        <h1>{t`About your business`}</h1>
        <p
          className={styles.lead}
        >{t`The country tells how phone numbers without a country code are read, the time zone when your day begins.`}</p>
      </div>
      {error && <ProblemState title={t`Your answers could not be read`} error={error} onRetry={() => void refetch()} />}
      {data && <Answers client={data} />}
    </OnlyAdmins>
  );
}

function Answers({ client }: { client: Client }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const requestWords = useRequestWords();
  const missingIn = useMissingBusiness();
  const queries = useQueryClient();
  const before = valuesOf(client);
  const [values, setValues] = useState(before);
  const [wrong, setWrong] = useState<WrongBusiness>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const missing = missingIn(values);
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    const changed = Object.entries(values).filter(([name, value]) => value !== before[name as keyof BusinessValues]);
    setBusy(true);
    try {
      if (changed.length > 0) queries.setQueryData(clientKey, await changeClient(Object.fromEntries(changed)));
      await navigate({ to: '/initial-setup/referral-source' });
    } catch (error) {
      setWrong(wrongBusinessFields(error) ?? { form: requestWords(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusinessForm
      values={values}
      wrong={wrong}
      onChange={(name, value) => setValues({ ...values, [name]: value })}
      onSubmit={submit}
    >
      <p className={styles.ways}>
        <Button type="submit" variant="filled" busy={busy}>
          {t`Continue`}
        </Button>
      </p>
    </BusinessForm>
  );
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
