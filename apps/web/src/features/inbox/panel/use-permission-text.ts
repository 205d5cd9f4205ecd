import { useLingui } from '@lingui/react/macro';
import type { CallPermission } from '@parley/contract/types';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';

/** What a customer last said to calls. */
export function usePermissionText(): (permission: Pick<CallPermission, 'state' | 'expires_at'>) => string {
  const { t } = useLingui();
  const words = useTimeLabels();
  return ({ state, expires_at: expiresAt }) => {
    const day = expiresAt === null ? null : words.inList(expiresAt, Date.now());
    const past = expiresAt === null ? null : words.date(expiresAt);
    switch (state) {
      case 'none':
        return t`No permission yet`;
      case 'allowed':
        return day === null ? t`May be called` : t`May be called until ${day}`;
      case 'expired':
        return past === null ? t`May no longer be called` : t`Could be called until ${past}`;
      case 'refused':
        return t`Doesn’t allow calls`;
    }
  };
}
