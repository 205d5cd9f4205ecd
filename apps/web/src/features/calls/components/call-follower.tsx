import { useLingui } from '@lingui/react/macro';
import type { PhoneCall } from '@parley/contract/types';
import { useCallback, useEffect, useRef } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { toast } from '../../../ui/toast.ts';
import { contactName } from '../../contacts/public.ts';
import { useCallRequest } from '../../inbox/public.ts';
import { AccountProvider, useAccount, useCurrentAccount, useFindUser } from '../../sync/public.ts';
import { followCalls, ringingOf, useOpenCalls, useSilenced } from '../data/open-calls.ts';
import { endWhenLeft, noteOpenCalls, useOwnCall } from '../data/own-call.ts';
import { useUntold } from '../data/tell-end.ts';
import type { CallCustomerProps } from './call-customer.tsx';

const CallLayer = lazyComponent(() => import('./call-layer.tsx').then((module) => module.CallLayer), {
  fallback: null,
});

const CallCustomer = lazyComponent<CallCustomerProps>(
  () => import('./call-customer.tsx').then((module) => module.CallCustomer),
  { fallback: null },
);

/** Follows the calls of the account; what shows them is loaded with the first one. */
export function CallFollower() {
  const account = useCurrentAccount();
  return account === null ? null : (
    <AccountProvider value={account}>
      <Follower />
    </AccountProvider>
  );
}

function Follower() {
  const { t } = useLingui();
  const account = useAccount();
  const findUser = useFindUser();
  const tell = (before: readonly PhoneCall[], now: readonly PhoneCall[]) => {
    const became = noteOpenCalls(now);
    if (became !== null) toast({ message: became === 'ended' ? t`The call has ended.` : t`The call wasn’t answered.` });
    for (const { id } of ringingOf(before, useSilenced.get())) {
      const taken = now.find((call) => call.id === id && call.state === 'answered');
      if (taken === undefined || taken.member_id === account.store.uid || taken.member_id === null) continue;
      const name = findUser(taken.member_id)?.name ?? t`Someone else`;
      toast({ message: t`${name} took the call from ${contactName(taken.contact)}.` });
    }
  };
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => followCalls(account, (before, now) => latest.current(before, now)), [account]);
  useEffect(() => endWhenLeft(account), [account]);
  useToldEnd();
  const silenced = useSilenced();
  const rings = useOpenCalls((calls) => ringingOf(calls, silenced).length > 0);
  const talks = useOwnCall((own) => own !== null);
  const request = useCallRequest();
  const closeRequest = useCallback(() => useCallRequest.set(null), []);
  return (
    <>
      {(rings || talks) && <CallLayer />}
      {request !== null && <CallCustomer key={request.thread.id} {...request} onClose={closeRequest} />}
    </>
  );
}

/** Says that the server does not know of a call that ended here, and when it does. */
function useToldEnd(): void {
  const { t } = useLingui();
  const isUntold = useUntold((calls) => calls > 0);
  const wasUntold = useRef(false);
  useEffect(() => {
    if (isUntold === wasUntold.current) return;
    wasUntold.current = isUntold;
    toast({
      message: isUntold
        ? t`You hung up, but the server can’t be reached. The customer may still be on the line. Trying again…`
        : t`The call has ended.`,
    });
  }, [isUntold, t]);
}
