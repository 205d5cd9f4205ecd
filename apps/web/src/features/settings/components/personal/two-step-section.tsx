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
import { Fact, Section } from './section.tsx';
import { RecoveryCodesDialog, RemoveTwoStepDialog } from './two-step-dialogs.tsx';

const SetUpTwoStepDialog = lazyComponent(() => loadTwoStepParts().then((parts) => parts.SetUpTwoStepDialog), {
  fallback: null,
});
const key = ['auth', 'factors'];

/** Two-step verification: an authenticator app and recovery codes. */
export function TwoStepSection() {
  const { t } = useLingui();
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => api('GET /api/auth/factors', {}, { signal }) });
  const [open, setOpen] = useState<'set-up' | 'codes' | 'remove' | null>(null);
  const close = () => {
    setOpen(null);
    void queryClient.invalidateQueries({ queryKey: key });
  };
  const isOn = data?.totp != null;
  const left = data?.recovery_codes_left ?? 0;
  return (
    <Section id="two-step" title={t`Two-step verification`} lead={t`Use a code from your phone each time you sign in.`}>
      <Fact
        name={t`Authenticator app`}
        action={
          data && (
            <Button size="sm" onClick={() => setOpen(isOn ? 'remove' : 'set-up')}>
              {isOn ? t`Turn off` : t`Set up`}
            </Button>
          )
        }
      >
        {data && (isOn ? <Badge tone="ok">{t`On`}</Badge> : t`Off`)}
      </Fact>
      {isOn && (
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
      {open === 'codes' && <RecoveryCodesDialog onClose={close} />}
      {open === 'remove' && <RemoveTwoStepDialog onClose={close} />}
    </Section>
  );
}
