import { useLingui } from '@lingui/react/macro';
import type { OutputOf } from '@parley/contract/types';
import { IconPhone, IconPhoneX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import styles from './customer-phone.module.css';

type Call = OutputOf<'GET /api/sandbox/phones/{phone_id}/calls'>['call'];

/** Milliseconds between two looks at a call that goes on. */
const everyMs = 1_000;

/** The call of the customer’s phone: calls the team, says whether it rings, hangs up. */
export function PhoneCallButton({ phoneId }: { phoneId: string }) {
  const { t } = useLingui();
  const [call, setCall] = useState<Call>(null);
  const [busy, setBusy] = useState(false);
  const goesOn = call !== null && call.state !== 'ended';

  useEffect(() => {
    let left = false;
    const look = () =>
      api('GET /api/sandbox/phones/{phone_id}/calls', { params: { phone_id: phoneId } })
        .then((read) => left || setCall(read.call))
        // The next look tries again.
        .catch(() => undefined);
    void look();
    const timer = goesOn ? setInterval(() => void look(), everyMs) : undefined;
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [phoneId, goesOn]);

  const press = async () => {
    setBusy(true);
    const input = { params: { phone_id: phoneId } };
    try {
      const made = goesOn
        ? await api('DELETE /api/sandbox/phones/{phone_id}/calls', input)
        : await api('POST /api/sandbox/phones/{phone_id}/calls', input);
      setCall(made.call);
    } catch (error) {
      toast({ message: serverMessage(error) ?? t`The call couldn’t be placed. Try again.` });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {goesOn && (
        <span className={styles.typing} role="status">
          {call.state === 'ringing' ? t`Ringing…` : t`On a call`}
        </span>
      )}
      <IconButton
        size="sm"
        label={goesOn ? t`Hang up as the customer` : t`Call as the customer`}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void press()}
      >
        {goesOn ? <IconPhoneX {...icon} /> : <IconPhone {...icon} />}
      </IconButton>
    </>
  );
}
