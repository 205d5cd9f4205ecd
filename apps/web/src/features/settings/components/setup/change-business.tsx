import { useLingui } from '@lingui/react/macro';
import type { Client } from '@parley/contract/types';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useErrorMessage } from '../../../../ui/error-messages.ts';
import { ProblemState } from '../../../../ui/problem-state.tsx';
import { clientKey, useClient } from '../../data/account-queries.ts';
import { type BusinessErrors, businessErrorsOf, businessValuesOf, changedValues } from '../../data/business-values.ts';
import { changeClient } from '../../data/client-api.ts';
import { BusinessForm, useMissingBusiness } from '../business/business-form.tsx';
import { OnlyAdmins } from './only-admins.tsx';
import styles from './setup.module.css';

/** The first step for an existing account: edit the answers. */
export function ChangeBusiness() {
  const { t } = useLingui();
  const { data, error, refetch } = useClient();
  return (
    <OnlyAdmins>
      <div>
        <h1>{t`About your business`}</h1>
        <p
          className={styles.lead}
        >{t`The country is used for phone numbers without a country code, the time zone for your working day.`}</p>
      </div>
      {error && <ProblemState title={t`Couldn’t load your answers`} error={error} onRetry={() => void refetch()} />}
      {data && <Answers client={data} />}
    </OnlyAdmins>
  );
}

function Answers({ client }: { client: Client }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const requestText = useErrorMessage();
  const missingIn = useMissingBusiness();
  const queries = useQueryClient();
  const before = businessValuesOf(client);
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<BusinessErrors>({});
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const missing = missingIn(values);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const changed = changedValues(values, before);
    setBusy(true);
    try {
      if (Object.keys(changed).length > 0) queries.setQueryData(clientKey, await changeClient(changed));
      await navigate({ to: '/initial-setup/referral-source' });
    } catch (error) {
      setErrors(businessErrorsOf(error) ?? { form: requestText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <BusinessForm
      values={values}
      fieldErrors={errors}
      onChange={(name, value) => setValues({ ...values, [name]: value })}
      onSubmit={submit}
    >
      <p className={styles.actions}>
        <Button type="submit" variant="filled" busy={busy}>
          {t`Continue`}
        </Button>
      </p>
    </BusinessForm>
  );
}
