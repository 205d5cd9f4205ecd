import { useLingui } from '@lingui/react/macro';
import {
  type Icon,
  IconCalendarEvent,
  IconDots,
  IconHeartHandshake,
  IconMessages,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { useErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form, FormError } from '../../../ui/form.tsx';
import { railIcon } from '../../../ui/icon.ts';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { OnlyAdmins } from '../components/setup/only-admins.tsx';
import styles from '../components/setup/setup.module.css';
import { clientKey, useClient } from '../data/account-queries.ts';
import { changeClient } from '../data/client-api.ts';
import { skippedSource } from '../data/setup-steps.ts';

type Source = 'search' | 'friend' | 'partner' | 'social' | 'event' | 'other';

/** Second step of the wizard: a choice, saved at once, or skip. */
export function ReferralSourcePage() {
  return (
    <QueryScope>
      <OnlyAdmins>
        <ReferralSource />
      </OnlyAdmins>
    </QueryScope>
  );
}

function ReferralSource() {
  const { t } = useLingui();
  const { data, error, refetch } = useClient();
  return (
    <>
      <div>
        <h1>{t`How did you find Parley?`}</h1>
        <p className={styles.lead}>{t`Optional.`}</p>
      </div>
      {error && <ProblemState title={t`Couldn’t load your answers`} error={error} onRetry={() => void refetch()} />}
      {data && <Tiles saved={data.referral_source} />}
    </>
  );
}

function Tiles({ saved }: { saved: string | null }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const requestText = useErrorMessage();
  const queries = useQueryClient();
  const sources = useSources();
  const said = saved === skippedSource ? null : saved;
  const known = sources.find(({ value }) => value === said)?.value;
  // The choice made here, else the saved one.
  const [tapped, setSource] = useState<Source | null>(null);
  const source = tapped ?? known ?? (said === null ? null : 'other');
  const [words, setText] = useState(known === undefined ? (said ?? '') : '');
  const [errors, setErrors] = useState('');
  const [busy, setBusy] = useState(false);

  // Saved one after another, so that the last choice wins.
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const save = (referral_source: string) => {
    const saving = before.current
      .catch(() => undefined)
      .then(async () => queries.setQueryData(clientKey, await changeClient({ referral_source })));
    before.current = saving;
    return saving;
  };
  const choose = (value: Source) => {
    setSource(value);
    setErrors('');
    // The button saves a choice again if saving failed.
    void save(value).catch(() => undefined);
  };
  const leave = async (answer: string) => {
    setBusy(true);
    setErrors('');
    try {
      await save(answer);
      await navigate({ to: '/initial-setup', search: { step: 'connect' } });
    } catch (error) {
      setErrors(requestText(error));
    } finally {
      setBusy(false);
    }
  };
  const other = words.trim();
  useDigits((digit) => {
    const found = sources[digit - 1]?.value;
    if (found) choose(found);
  });

  return (
    <Form onSubmit={() => leave(source === 'other' && other !== '' ? other : (source ?? skippedSource))}>
      <FormError>{errors}</FormError>
      <fieldset className={styles.tiles}>
        <legend className="visually-hidden">{t`How did you find Parley?`}</legend>
        {sources.map(({ value, label, icon: Picture }) => (
          <label key={value} className={styles.tile}>
            <input type="radio" name="source" value={value} checked={source === value} onChange={() => choose(value)} />
            <Picture {...railIcon} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {source === 'other' && (
        <TextField
          label={t`Where was it?`}
          note={t`optional`}
          maxLength={200}
          value={words}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <p className={styles.actions}>
        <Button type="submit" variant="filled" busy={busy} blocked={source === null}>
          {t`Continue`}
        </Button>
        <Button variant="plain" onClick={() => void leave(skippedSource)}>{t`Skip for now`}</Button>
        <Link to="/initial-setup/business-info" className={buttonClass({ variant: 'plain' })}>{t`Back`}</Link>
      </p>
    </Form>
  );
}

function useSources(): { value: Source; label: string; icon: Icon }[] {
  const { t } = useLingui();
  return [
    { value: 'search', label: t`Search engine`, icon: IconSearch },
    { value: 'friend', label: t`Friend or colleague`, icon: IconUsers },
    { value: 'partner', label: t`Partner or agency`, icon: IconHeartHandshake },
    { value: 'social', label: t`Social media`, icon: IconMessages },
    { value: 'event', label: t`Event`, icon: IconCalendarEvent },
    { value: 'other', label: t`Somewhere else`, icon: IconDots },
  ];
}

/** The digits 1 to 9 choose a tile, except while typing. */
function useDigits(choose: (digit: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement && event.target.type === 'text';
      if (!typing && /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        choose(Number(event.key));
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [choose]);
}
