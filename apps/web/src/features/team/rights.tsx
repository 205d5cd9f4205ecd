import { useLingui } from '@lingui/react/macro';
import { type Restrictions, refusalOf } from '@parley/contract/rights';
import type { Refusal, Right } from '@parley/contract/types';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NotAuthorizedError } from '../../platform/errors.ts';
import { icon } from '../../ui/icon.ts';
import { useRows, useStanding } from '../sync/public.ts';
import { ownLimitWords, rightWords } from './right-words.ts';
import styles from './rights.module.css';

/** Why this person may not do something, as it is now; null when they may. Needs a `LiveScope`. */
export function useRefusal(right: Right): Refusal | null {
  return refusalOf(useStanding(), right);
}

/** Why somebody may not, and whom to ask. */
export function useRefusalWords(): (right: Right, refusal: Refusal) => string {
  const { t, i18n } = useLingui();
  const users = useRows('users');
  return (right, refusal) => {
    if (refusal.because === 'restriction') {
      return `${i18n._(ownLimitWords[refusal.restriction])} ${t`An Admin or Owner set this for you and can lift it.`}`;
    }
    const does = i18n._(rightWords[right]);
    const who = users
      .filter(({ role, state }) => state === 'active' && (role === 'Owner' || role === refusal.from))
      .map(({ name }) => name);
    const names = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(who.slice(0, 3));
    const rule = refusal.from === 'Owner' ? t`Only Owners can ${does}.` : t`Only Admins and Owners can ${does}.`;
    return names === '' ? rule : `${rule} ${t`Ask ${names}.`}`;
  };
}

/** Stands where the controls of a right would stand: who has it and whom to ask. Nothing for who has it. */
export function RightNote({ right }: { right: Right }) {
  const refusal = useRefusal(right);
  const words = useRefusalWords();
  return refusal && <Locked>{words(right, refusal)}</Locked>;
}

/** A quiet line with a lock: something is there, not for this person, and why. */
export function Locked({ children }: { children: ReactNode }) {
  return (
    <p className={styles.locked}>
      <IconLock {...icon} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** A page for those with a right: everybody else sees the specification's 401 page, also when they lose it meanwhile. */
export function OnlyWith({ right, children }: { right: Right; children: ReactNode }) {
  if (useRefusal(right) !== null) throw new NotAuthorizedError();
  return children;
}

/** The limits that hold for somebody, in the order they are shown. */
export function limitsInForce(limits: Restrictions): (keyof Restrictions)[] {
  return (Object.keys(limits) as (keyof Restrictions)[]).filter((name) =>
    name === 'channel_ids' ? limits.channel_ids !== null : limits[name],
  );
}
