import { useLingui } from '@lingui/react/macro';
import { Badge } from '../../../ui/badge.tsx';

/** Marks a sandbox contact. */
export function SandboxBadge() {
  const { t } = useLingui();
  return (
    <span data-tip={t`A person of the sandbox: in no count and no export`}>
      <Badge tone="warn">{t`Sandbox`}</Badge>
    </span>
  );
}
