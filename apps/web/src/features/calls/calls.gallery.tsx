import { useLingui } from '@lingui/react/macro';
import type { PhoneCall } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { sampleAccount, sampleThread } from '../inbox/public.ts';
import { AccountProvider } from '../sync/public.ts';
import { NotAllowed } from './components/call-customer.tsx';
import { CurrentCall } from './components/current-call.tsx';
import { RingingCall } from './components/ringing-call.tsx';

const nobody = sampleAccount([], []);
const call: PhoneCall = {
  ...{ id: 'a', thread_id: 'a', channel_id: 'a', direction: 'incoming', state: 'ringing', rings: true, version: 1 },
  contact: { name: 'Amara Okafor', phone_number: '447700900118', username: null },
  ...{ rang_at: '2026-11-15T10:12:00.000Z', member_id: null, device_id: null, connected_at: null, offer: 'v=0' },
  answer: null,
};

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'calls', title: t`A call that rings, and those that go on`, states: <Calls /> },
    { id: 'calls-not-allowed', title: t`A customer who cannot be called yet`, states: <NotAllowedYet /> },
  ];
}

function Calls() {
  return (
    <AccountProvider value={nobody}>
      <RingingCall call={call} linked={false} />
      <CurrentCall own={{ call, state: 'connecting', muted: false }} linked={false} />
      <CurrentCall own={{ call: { ...call, direction: 'outgoing' }, state: 'calling', muted: false }} linked={false} />
      <CurrentCall own={{ call: { ...call, state: 'answered' }, state: 'talking', muted: true }} linked={false} />
    </AccountProvider>
  );
}

const nothing = () => undefined;

function NotAllowedYet() {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t`Call`}</Button>
      {open && (
        <NotAllowed
          thread={sampleThread}
          permission={{
            ...{ state: 'expired', expires_at: '2026-11-14T10:12:00.000Z' },
            ...{ may_ask: false, ask_again_at: '2026-11-16T10:12:00.000Z' },
          }}
          onAsk={nothing}
          onTemplate={nothing}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
