import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { queryClient } from '../../../../platform/query.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { loadTwoStepParts } from '../../../identity/public.ts';
import { Passkeys } from './passkeys.tsx';
import { Fact, Section } from './section.tsx';
import { RecoveryCodesDialog, RemoveTwoStepDialog } from './two-step-dialogs.tsx';

const SetUpTwoStepDialog = lazyComponent(() => loadTwoStepParts().then((parts) => parts.SetUpTwoStepDialog), {
  fallback: null,
});
const key = ['auth', 'factors'];

/** Two-step verification: an authenticator app, passkeys and recovery codes. */
export function TwoStepSection() {
  const { t } = useLingui();
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => api('GET /api/auth/factors', {}, { signal }) });
  const [open, setOpen] = useState<'set-up' | 'codes' | 'remove' | null>(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: key });
  const close = () => {
    setOpen(null);
    refresh();
  };
  const hasApp = data?.totp != null;
  const hasPasskeys = data !== undefined && data.passkeys.length > 0;
  const left = data?.recovery_codes_left ?? 0;
  return (
    <Section
      id="two-step"
      title={t`Two-step verification`}
      lead={t`Confirm each sign-in with a passkey or a code from your phone.`}
    >
      <Fact
        name={t`Authenticator app`}
        action={
          data && (
            <Button size="sm" onClick={() => setOpen(hasApp ? 'remove' : 'set-up')}>
              {hasApp ? (hasPasskeys ? t`Remove` : t`Turn off`) : t`Set up`}
            </Button>
          )
        }
      >
        {data && (hasApp ? <Badge tone="ok">{t`On`}</Badge> : t`Off`)}
      </Fact>
      {data && <Passkeys factors={data} onChange={refresh} />}
      {(hasApp || hasPasskeys) && (
        <Fact
          name={t`Recovery codes`}
          action={
            <Button size="sm" onClick={() => setOpen('codes')}>
              {t`Replace codes`}
            </Button>
          }
        >
          {plural(left, { 0: 'None left', one: '# left', other: '# left' })}
        </Fact>
      )}
      {open === 'set-up' && <SetUpTwoStepDialog onClose={close} />}
      {data && open === 'codes' && <RecoveryCodesDialog factors={data} onClose={close} />}
      {data && open === 'remove' && <RemoveTwoStepDialog factors={data} onClose={close} />}
    </Section>
  );
}
