import { useLingui } from '@lingui/react/macro';
import type { ApiKey } from '@parley/contract/types';
import { RevealSecret } from '../business/reveal-secret.tsx';

/** Shows a new key, the only time it is visible. */
export function RevealKey({ made, onClose }: { made: ApiKey & { key: string }; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <RevealSecret
      title={t`Your new key ${made.name}`}
      label={t`API key`}
      secret={made.key}
      warning={t`You haven’t copied the key. Without it, you’ll have to create another one.`}
      without={t`Close without the key`}
      onClose={onClose}
    >
      <p>{t`Copy it now: it is shown only once. Anyone who has it can do what its scopes allow.`}</p>
    </RevealSecret>
  );
}
