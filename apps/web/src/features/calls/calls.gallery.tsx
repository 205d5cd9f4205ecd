import { useLingui } from '@lingui/react/macro';
import type { PhoneCall } from '@parley/contract/types';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { sampleAccount } from '../inbox/public.ts';
import { AccountProvider } from '../sync/public.ts';
import { CurrentCall } from './components/current-call.tsx';
import { RingingCall } from './components/ringing-call.tsx';

const nobody = sampleAccount([], []);
const call: PhoneCall = {
  ...{ id: 'a', thread_id: 'a', channel_id: 'a', state: 'ringing', rings: true, version: 1 },
  contact: { name: 'Amara Okafor', phone_number: '447700900118', username: null },
  ...{ rang_at: '2026-11-15T10:12:00.000Z', member_id: null, device_id: null, connected_at: null, offer: 'v=0' },
};

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [{ id: 'calls', title: t`A call that rings, and one that goes on`, states: <Calls /> }];
}

function Calls() {
  return (
    <AccountProvider value={nobody}>
      <RingingCall call={call} linked={false} />
      <CurrentCall own={{ call, state: 'connecting', muted: false }} linked={false} />
      <CurrentCall own={{ call: { ...call, state: 'answered' }, state: 'talking', muted: true }} linked={false} />
    </AccountProvider>
  );
}
