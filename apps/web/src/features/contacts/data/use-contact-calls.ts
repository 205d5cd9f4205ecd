import { type LiveAccount, useAccount } from '../../sync/public.ts';
import { type ContactCalls, createContactCalls } from './contact-calls.ts';

const perAccount = new WeakMap<LiveAccount, ContactCalls>();

/** The contact calls of an account; one instance, so that callers share its cache. */
export function contactCallsOf(account: LiveAccount): ContactCalls {
  const known = perAccount.get(account);
  if (known !== undefined) return known;
  const made = createContactCalls({
    call: (key, input) => account.api(key, input),
    store: account.store,
    log: (what, error) => console.warn(what, error),
  });
  perAccount.set(account, made);
  return made;
}

export function useContactCalls(): ContactCalls {
  return contactCallsOf(useAccount());
}
