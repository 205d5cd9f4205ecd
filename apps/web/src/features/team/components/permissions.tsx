import { useLingui } from '@lingui/react/macro';
import { findDenial } from '@parley/contract/permissions';
import type { Permission, PermissionDenial } from '@parley/contract/types';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { NotAuthorizedError } from '../../../platform/errors.ts';
import { icon } from '../../../ui/icon.ts';
import { useAccess, useRows } from '../../sync/public.ts';
import { ownLimitTexts, permissionLabels } from '../data/permission-labels.ts';
import styles from './permissions.module.css';

/** Why the member lacks a permission, kept current; null when they have it. Needs a `LiveScope`. */
export function useRefusal(right: Permission): PermissionDenial | null {
  return findDenial(useAccess(), right);
}

/** Why the member lacks a permission, and whom to ask, as text. */
export function useRefusalText(): (right: Permission, refusal: PermissionDenial) => string {
  const { t, i18n } = useLingui();
  const users = useRows('users');
  return (right, refusal) => {
    if (refusal.because === 'restriction') {
      return `${i18n._(ownLimitTexts[refusal.restriction])} ${t`An Admin or Owner set this for you and can change it.`}`;
    }
    const does = i18n._(permissionLabels[right]);
    const who = users
      .filter(({ role, state }) => state === 'active' && (role === 'Owner' || role === refusal.from))
      .map(({ name }) => name);
    const names = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(who.slice(0, 3));
    const rule = refusal.from === 'Owner' ? t`Only Owners can ${does}.` : t`Only Admins and Owners can ${does}.`;
    return names === '' ? rule : `${rule} ${t`Ask ${names}.`}`;
  };
}

/** Shown in place of controls that need a permission: who has it and whom to ask. Empty for members who have it. */
export function PermissionNote({ right }: { right: Permission }) {
  const refusal = useRefusal(right);
  const words = useRefusalText();
  return refusal && <LockedNote>{words(right, refusal)}</LockedNote>;
}

/** A line with a lock that says why something is not available. */
export function LockedNote({ children }: { children: ReactNode }) {
  return (
    <p className={styles.locked}>
      <IconLock {...icon} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** A page that needs a permission: others see the specification's 401 page, also when they lose it meanwhile. */
export function RequirePermission({ right, children }: { right: Permission; children: ReactNode }) {
  if (useRefusal(right) !== null) throw new NotAuthorizedError();
  return children;
}
