import { useLingui } from '@lingui/react/macro';
import { isAway } from '@parley/contract/away';
import { IconBeach, IconBriefcase } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { AccountProvider, useCurrentAccount, useRows } from '../../features/sync/public.ts';
import { changeOwnAway } from '../../features/team/public.ts';
import { useServerErrorMessage } from '../../ui/error-messages.ts';
import { icon } from '../../ui/icon.ts';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.ts';
import { useTimeLabels } from '../../ui/use-time-labels.ts';
import styles from './account-menu.module.css';

const hourMs = 3_600_000;

/** Away and back with one click, and until when; nothing before the account is read. */
export function AwayEntry() {
  const account = useCurrentAccount();
  if (account === null) return null;
  return (
    <AccountProvider value={account}>
      <OwnAway uid={account.store.uid} />
    </AccountProvider>
  );
}

function OwnAway({ uid }: { uid: string }) {
  const { t } = useLingui();
  const words = useServerErrorMessage();
  const times = useTimeLabels();
  const selectId = useId();
  const me = useRows('users').find(({ id }) => id === uid);
  const [busy, setBusy] = useState(false);
  const now = Date.now();
  if (me === undefined) return null;
  const away = isAway(me, now);
  const until = away ? (me.away?.until ?? null) : null;
  const change = async (next: Parameters<typeof changeOwnAway>[1]) => {
    setBusy(true);
    try {
      await changeOwnAway(uid, next);
    } catch (error) {
      toast({ message: words(error) });
    }
    setBusy(false);
  };
  const choices = [
    { value: '', label: t`Until I’m back` },
    ...(until === null ? [] : [{ value: until, label: t`Until ${times.exact(until)}` }]),
    { value: String(hourMs), label: t`For 1 hour` },
    { value: String(4 * hourMs), label: t`For 4 hours` },
    { value: 'tomorrow', label: t`Until tomorrow` },
    { value: 'week', label: t`For a week` },
  ];
  return (
    <>
      <li>
        <button
          type="button"
          data-entry
          className={styles.entry}
          disabled={busy}
          onClick={() => void change({ away: !away })}
        >
          {away ? <IconBriefcase {...icon} /> : <IconBeach {...icon} />}
          {away ? t`I’m back` : t`Set myself as away`}
        </button>
      </li>
      {away && (
        <li className={styles.until}>
          <label htmlFor={selectId}>{t`Away`}</label>
          <Select
            id={selectId}
            value={until ?? ''}
            disabled={busy}
            onChange={(event) => void change({ away: true, away_until: endOf(event.target.value) })}
          >
            {choices.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </li>
      )}
    </>
  );
}

/** @returns null: without an end */
function endOf(choice: string): string | null {
  if (choice === '') return null;
  if (choice === 'week') return new Date(Date.now() + 7 * 24 * hourMs).toISOString();
  if (choice === 'tomorrow') {
    const midnight = new Date();
    midnight.setHours(24, 0, 0, 0);
    return midnight.toISOString();
  }
  const span = Number(choice);
  return Number.isNaN(span) ? choice : new Date(Date.now() + span).toISOString();
}
