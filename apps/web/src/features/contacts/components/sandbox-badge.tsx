import { useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';

/** Marks a sandbox contact. */
export function SandboxBadge() {
  const { t } = useLingui();
  return (
    <span data-tip={t`Sandbox contact: not included in counts and exports`}>
      <Badge tone="warn">{t`Sandbox`}</Badge>
    </span>
  );
}
