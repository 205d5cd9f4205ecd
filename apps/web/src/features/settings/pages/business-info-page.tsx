import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { session } from '../../../platform/browser-session.ts';
import { countryOfLanguage } from '../../../platform/country-choices.ts';
import { pageLocale } from '../../../platform/formats.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { browserTimeZone } from '../../../platform/time-zone-choices.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorMessage } from '../../../ui/error-messages.ts';
import { JoinOffers } from '../../team/public.ts';
import { BusinessForm, useMissingBusiness } from '../components/business/business-form.tsx';
import { ChangeBusiness } from '../components/setup/change-business.tsx';
import { PendingInvitations } from '../components/setup/pending-invitations.tsx';
import styles from '../components/setup/setup.module.css';
import {
  type BusinessDraft,
  type BusinessValues,
  deleteBusinessDraft,
  findBusinessDraft,
  storeBusinessDraft,
} from '../data/business-draft.ts';
import { type BusinessErrors, businessErrorsOf } from '../data/business-values.ts';
import { createAccount } from '../data/create-account.ts';

const presets = () => ({ country: countryOfLanguage(pageLocale()) ?? '', time_zone: browserTimeZone() });

/**
 * First step of the wizard. Works signed out: the answers are stored on this device until sign-in. A user who has an
 * account edits it here; `?new=1` creates another.
 */
export function BusinessInfoPage() {
  const { new: another } = useSearch({ strict: false });
  const state = session.state();
  const isMember = state.status !== 'signed-out' && state.claims.client_id !== null;
  const [wasMember] = useState(isMember && another === undefined && !findBusinessDraft(presets()).pending);
  return <QueryScope>{wasMember ? <ChangeBusiness /> : <NewBusiness />}</QueryScope>;
}

function NewBusiness() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const requestText = useErrorMessage();
  const missingIn = useMissingBusiness();
  const [draft, setDraft] = useState(() => findBusinessDraft(presets()));
  const [errors, setErrors] = useState<BusinessErrors>({});
  const [busy, setBusy] = useState(false);

  const change = (name: keyof BusinessValues, value: string) => {
    const next = { ...draft, values: { ...draft.values, [name]: value }, pending: false };
    setDraft(next);
    storeBusinessDraft(next);
  };
  const create = async (wanted: BusinessDraft) => {
    setBusy(true);
    try {
      await createAccount(wanted);
      deleteBusinessDraft();
      await navigate({ to: '/initial-setup/referral-source' });
    } catch (error) {
      setErrors(businessErrorsOf(error) ?? { form: requestText(error) });
    } finally {
      setBusy(false);
    }
  };
  const submit = async () => {
    const missing = missingIn(draft.values);
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    if (session.state().status !== 'signed-out') return create(draft);
    storeBusinessDraft({ ...draft, pending: true });
    await navigate({ to: '/login', search: { next: '/initial-setup/business-info' } });
  };
  usePendingDraft(draft, create);

  return (
    <>
      <div>
        <h1>{t`About your business`}</h1>
        <p
          className={styles.lead}
        >{t`The country is used for phone numbers without a country code, the time zone for your working day.`}</p>
      </div>
      <PendingInvitations />
      <JoinOffers />
      <BusinessForm values={draft.values} fieldErrors={errors} onChange={change} onSubmit={submit}>
        <p className={styles.actions}>
          <Button type="submit" variant="filled" busy={busy}>
            {t`Continue`}
          </Button>
        </p>
      </BusinessForm>
    </>
  );
}

/** Submits the values that were entered before signing in. */
function usePendingDraft(draft: BusinessDraft, create: (draft: BusinessDraft) => Promise<void>): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !draft.pending || session.state().status === 'signed-out') return;
    done.current = true;
    void create(draft);
  });
}
