import { useLingui } from '@lingui/react/macro';
import type { OutputOf } from '@parley/contract/types';
import { IconPhone, IconPhoneX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { toast } from '../../../../ui/toast.ts';
import { serverMessage } from '../../data/sandbox/server-message.ts';
import styles from './customer-phone.module.css';

type Call = OutputOf<'GET /api/sandbox/phones/{phone_id}/calls'>['call'];

/** Milliseconds between two looks at a call that goes on, and for one of the business. */
const everyMs = { during: 1_000, before: 2_000 };

function isGoingOn(call: Call | undefined): call is NonNullable<Call> {
  return call?.state !== undefined && call.state !== 'ended';
}

/** The call of the customer’s phone: calls the team or takes its call, says whether it rings, hangs up. */
export function PhoneCallButton({ phoneId }: { phoneId: string }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const queryKey = ['sandbox-call', phoneId];
  const { data: call = null } = useQuery({
    queryKey,
    queryFn: async () =>
      (await api('GET /api/sandbox/phones/{phone_id}/calls', { params: { phone_id: phoneId } })).call,
    refetchInterval: ({ state }) => (isGoingOn(state.data) ? everyMs.during : everyMs.before),
    throwOnError: false,
  });
  const goesOn = isGoingOn(call);
  const isOffered = call?.by === 'business' && call.state === 'ringing';

  const press = async (what: 'answer' | 'other') => {
    setBusy(true);
    const input = { params: { phone_id: phoneId } };
    try {
      const made =
        what === 'answer'
          ? await api('PUT /api/sandbox/phones/{phone_id}/calls', input)
          : goesOn
            ? await api('DELETE /api/sandbox/phones/{phone_id}/calls', input)
            : await api('POST /api/sandbox/phones/{phone_id}/calls', input);
      client.setQueryData(queryKey, made.call);
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
          {isOffered ? t`The team is calling` : call.state === 'ringing' ? t`Ringing…` : t`On a call`}
        </span>
      )}
      {isOffered && (
        <IconButton
          size="sm"
          label={t`Answer as the customer`}
          aria-disabled={busy || undefined}
          onClick={() => !busy && void press('answer')}
        >
          <IconPhone {...icon} />
        </IconButton>
      )}
      <IconButton
        size="sm"
        label={isOffered ? t`Decline as the customer` : goesOn ? t`Hang up as the customer` : t`Call as the customer`}
        aria-disabled={busy || undefined}
        onClick={() => !busy && void press('other')}
      >
        {goesOn ? <IconPhoneX {...icon} /> : <IconPhone {...icon} />}
      </IconButton>
    </>
  );
}
