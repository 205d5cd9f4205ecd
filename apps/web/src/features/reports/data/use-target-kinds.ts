import { useLingui } from '@lingui/react/macro';
import type { TargetKind } from '@parley/contract/types';

/** The names of what has a reply target. */
export function useTargetKinds(): Record<TargetKind, string> {
  const { t } = useLingui();
  return { first: t`First reply`, next: t`Later reply`, resolution: t`Resolution` };
}
