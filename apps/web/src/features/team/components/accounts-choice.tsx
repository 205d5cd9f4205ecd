import { useLingui } from '@lingui/react/macro';
import { foldText } from '@parley/contract/fold-text';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { queryClient } from '../../../platform/query.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { TextField } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/form.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast.ts';
import { switchAccount } from '../data/switch-account.ts';
import { type Account, AccountRow } from './account-row.tsx';
import styles from './accounts-choice.module.css';
import { EnterCode } from './enter-code.tsx';
import { JoinOffers } from './join-offers.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

/** With more accounts than this there is a search. */
const searchMinAccounts = 8;
const profileKey = ['auth', 'profile'];

/** The accounts of the user: open, leave, create. */
export function AccountsChoice() {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => api('GET /api/auth/profile', {}, { signal }),
    throwOnError: false,
  });
  const [search, setSearch] = useState('');
  const [leaving, setLeaving] = useState<Account | null>(null);
  const { enter, moving, failed } = useOpenAccount();
  const state = session.state();
  const current = state.status === 'signed-out' ? null : state.claims.client_id;
  const accounts = data?.accounts ?? [];
  const wanted = foldText(search.trim());
  const shown = accounts.filter(({ name }) => foldText(name).includes(wanted));
  useRequestedAccount(accounts, enter);
  useDigits((digit) => {
    const account = shown[digit - 1];
    if (account?.state === 'active' && leaving === null) void enter(account);
  });
  const makeDefault = async (account: Account) => {
    const next = account.is_default ? null : account.client_id;
    try {
      queryClient.setQueryData(profileKey, await api('PUT /api/auth/profile', { body: { default_client_id: next } }));
      toast({
        message:
          next === null
            ? t`Your last used account now opens by default.`
            : t`${account.name} is now your default account.`,
      });
    } catch (problem) {
      toast({ message: serverText(problem) });
    }
  };
  return (
    <>
      <FormError>{failed}</FormError>
      {error && (
        <>
          <FormError>{serverText(error)}</FormError>
          <Button onClick={() => void refetch()}>{t`Try again`}</Button>
        </>
      )}
      {isPending && <p role="status">{t`Loading your accounts`}</p>}
      {accounts.length > searchMinAccounts && (
        <TextField
          label={t`Search accounts`}
          type="search"
          data-search
          large
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {data && accounts.length === 0 && (
        <p>{t`You do not belong to an account yet. Create one, or enter the code of an invitation.`}</p>
      )}
      {accounts.length > 0 && shown.length === 0 && <p role="status">{t`No account has this name.`}</p>}
      <ul className={styles.list} onKeyDown={moveByArrows}>
        {shown.map((account, index) => (
          <li key={account.client_id}>
            <AccountRow
              account={account}
              digit={index < 9 ? index + 1 : null}
              current={account.client_id === current}
              busy={account.client_id === moving}
              onOpen={() => void enter(account)}
              onDefault={() => void makeDefault(account)}
              onLeave={() => setLeaving(account)}
            />
          </li>
        ))}
      </ul>
      {(data?.waiting_invitations ?? 0) > 0 && (
        <Link to="/invitations" className={buttonClass({ size: 'lg' })}>{t`See pending invitations`}</Link>
      )}
      <JoinOffers />
      <Link
        to="/initial-setup/business-info"
        search={{ new: 1 }}
        className={buttonClass({ variant: 'outlined', size: 'lg' })}
      >
        <IconPlus {...smallIcon} />
        {t`Create a new account`}
      </Link>
      <Disclosure look="link" className={styles.code} title={t`Enter an invitation code`}>
        <EnterCode onCode={(token) => void navigate({ to: '/invitations', search: { token } })} />
      </Disclosure>
      {leaving && data && (
        <LeaveDialog
          account={leaving}
          uid={data.user.uid}
          onClose={() => setLeaving(null)}
          onLeft={() => void queryClient.invalidateQueries({ queryKey: profileKey })}
        />
      )}
    </>
  );
}

function useOpenAccount() {
  const serverText = useServerErrorMessage();
  const [moving, setMoving] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const enter = async (account: Account) => {
    setMoving(account.client_id);
    setFailed(null);
    try {
      await switchAccount(account.client_id);
    } catch (problem) {
      setFailed(serverText(problem));
      setMoving(null);
      // The user was suspended or removed since the list was read.
      await queryClient.invalidateQueries({ queryKey: profileKey });
    }
  };
  return { enter, moving, failed };
}

/** `?to=…`: a new tab opens the given account at once. */
function useRequestedAccount(accounts: readonly Account[], enter: (account: Account) => Promise<void>): void {
  const { to } = useSearch({ strict: false });
  const done = useRef(false);
  useEffect(() => {
    const asked = accounts.find(({ client_id: id, state }) => id === to && state === 'active');
    if (done.current || asked === undefined) return;
    done.current = true;
    void enter(asked);
  });
}

/** The digits 1 to 9 choose a row, except while typing. */
function useDigits(choose: (digit: number) => void): void {
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!typing && plain && /^[1-9]$/.test(event.key)) latest.current(Number(event.key));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Arrow keys move between accounts. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-account]')];
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  event.preventDefault();
  rows[Math.max(0, Math.min(rows.length - 1, at + step))]?.focus();
}
