import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { session } from '../../platform/browser-session.ts';
import { QueryScope } from '../../platform/query.tsx';
import { Button } from '../../ui/button.tsx';
import { KitScope } from '../../ui/kit-scope.tsx';
import { useRequestWords } from '../../ui/request-words.ts';
import { JoinOffers } from '../team/public.ts';
import {
  type BusinessDraft,
  type BusinessValues,
  forgetBusinessDraft,
  keepBusinessDraft,
  readBusinessDraft,
} from './business-draft.ts';
import { BusinessForm, useMissingBusiness, type WrongBusiness, wrongBusinessFields } from './business-form.tsx';
import { ChangeBusiness } from './change-business.tsx';
import { createAccount } from './create-account.ts';
import { countryOfLanguage } from './iso-countries.ts';
import styles from './setup.module.css';
import { browserTimeZone } from './time-zones.ts';
import { WaitingForYou } from './waiting-for-you.tsx';

const presets = () => ({ country: countryOfLanguage(navigator.language) ?? '', time_zone: browserTimeZone() });

/**
 * First step of the wizard. Needs nobody signed in: answers wait on this device until somebody is. Whoever is in an
 * account already corrects that one here; `?new=1` makes another.
 */
export function BusinessInfoPage() {
  const { new: another } = useSearch({ strict: false });
  const state = session.state();
  const isMember = state.status !== 'signed-out' && state.claims.client_id !== null;
  const [wasMember] = useState(isMember && another === undefined && !readBusinessDraft(presets()).waiting);
  return (
    <KitScope>
      <QueryScope>{wasMember ? <ChangeBusiness /> : <NewBusiness />}</QueryScope>
    </KitScope>
  );
}

function NewBusiness() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const requestWords = useRequestWords();
  const missingIn = useMissingBusiness();
  const [draft, setDraft] = useState(() => readBusinessDraft(presets()));
  const [wrong, setWrong] = useState<WrongBusiness>({});
  const [busy, setBusy] = useState(false);

  const change = (name: keyof BusinessValues, value: string) => {
    const next = { ...draft, values: { ...draft.values, [name]: value }, waiting: false };
    setDraft(next);
    keepBusinessDraft(next);
  };
  const create = async (wanted: BusinessDraft) => {
    setBusy(true);
    try {
      await createAccount(wanted);
      forgetBusinessDraft();
      await navigate({ to: '/initial-setup/referral-source' });
    } catch (error) {
      setWrong(wrongBusinessFields(error) ?? { form: requestWords(error) });
    } finally {
      setBusy(false);
    }
  };
  const submit = async () => {
    const missing = missingIn(draft.values);
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    if (session.state().status !== 'signed-out') return create(draft);
    keepBusinessDraft({ ...draft, waiting: true });
    await navigate({ to: '/login', search: { next: '/initial-setup/business-info' } });
  };
  useWaitingDraft(draft, create);

  return (
    <>
      <div>
        <h1>{t`About your business`}</h1>
        <p
          className={styles.lead}
        >{t`The country tells how phone numbers without a country code are read, the time zone when your day begins.`}</p>
      </div>
      <WaitingForYou />
      <JoinOffers />
      <BusinessForm values={draft.values} wrong={wrong} onChange={change} onSubmit={submit}>
        <p className={styles.ways}>
          <Button type="submit" variant="filled" busy={busy}>
            {t`Continue`}
          </Button>
        </p>
      </BusinessForm>
    </>
  );
}

/** Writes what was filled in before signing in, once somebody came back signed in. */
function useWaitingDraft(draft: BusinessDraft, create: (draft: BusinessDraft) => Promise<void>): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !draft.waiting || session.state().status === 'signed-out') return;
    done.current = true;
    void create(draft);
  });
}
