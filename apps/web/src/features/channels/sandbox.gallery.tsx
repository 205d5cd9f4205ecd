import { useLingui } from '@lingui/react/macro';
import type { SandboxPhone, SandboxPhoneMessage } from '@parley/contract/types';
import type { GallerySection } from '../../ui/gallery-section.ts';
import { sampleChannels } from '../inbox/public.ts';
import { BehaviourChips } from './components/sandbox/behaviour-chips.tsx';
import { CustomerPhone } from './components/sandbox/customer-phone.tsx';
import { PlayBar } from './components/sandbox/play-bar.tsx';
import { SandboxControls } from './components/sandbox/sandbox-controls.tsx';
import type { Phone } from './data/sandbox/use-phone.ts';

const phone: SandboxPhone = {
  id: '447700900000',
  phone_number: '447700900000',
  name: 'Layla',
  online: true,
  reads: 'when_open',
  user_id: 'GB.1',
  read_after_ms: 0,
  reply_after_ms: null,
  reply_text: '',
  hides_number: false,
  agent_holds: false,
  agent_text: null,
  blocks_us: false,
  opted_out: false,
  on_whatsapp: true,
  typing_until: null,
  members: null,
};
const nothing = () => undefined;

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'customer-phone', title: t`A customer’s phone`, states: <Phones /> },
    { id: 'behaviour', title: t`How a phone behaves`, states: <Behaviours /> },
    { id: 'world', title: t`The world of a sandbox`, states: <Controls /> },
  ];
}

function said(id: number, text: string, own: boolean, status: number): SandboxPhoneMessage {
  return {
    cursor: String(id),
    id: String(id),
    direction: own ? 'from_customer' : 'to_customer',
    type: 'text',
    content: { body: text },
    display: null,
    context: null,
    as: null,
    timestamp: new Date(2026, 10, 20, 10, id).toISOString(),
    status,
  };
}

function phoneWith(messages: SandboxPhoneMessage[] | null, online: boolean): Phone {
  return {
    history: messages === null ? null : { phone: { ...phone, online }, cursor: '1', messages },
    failing: false,
    write: () => Promise.resolve(),
    upload: () => Promise.resolve('1'),
    tap: () => Promise.resolve(),
    play: () => Promise.resolve(),
    behave: () => Promise.resolve(),
    changeNumber: () => Promise.resolve(phone),
  };
}

function Phones() {
  const { t } = useLingui();
  const [channel] = sampleChannels;
  const messages = [
    said(1, t`Hello, is my bike ready?`, true, 3),
    said(2, t`Yes, come *today* if you like.`, false, 3),
    said(3, 'نعم، بالبطاقة أو نقداً.', true, 2),
    said(4, t`On my way`, true, 1),
    said(5, t`This one has not left yet`, true, 0),
    {
      ...said(6, '', false, 2),
      type: 'template',
      content: {},
      display: {
        header: null,
        body: t`Shall we keep it until Friday?`,
        footer: null,
        buttons: [
          { text: t`Yes please`, answers: true },
          { text: t`Our hours`, answers: false },
        ],
      },
    },
    {
      ...said(7, '', true, 1),
      type: 'location',
      content: { latitude: 51.5117, longitude: -0.124, name: 'Covent Garden' },
    },
    { ...said(8, t`That one`, true, 1), context: '2' },
  ];
  if (channel === undefined) return null;
  return (
    <>
      <CustomerPhone phone={phoneWith(messages, true)} channel={channel} onFirstMessage={nothing} onNumber={nothing} />
      <CustomerPhone phone={phoneWith([], false)} channel={channel} onFirstMessage={nothing} onNumber={nothing} />
      <CustomerPhone phone={phoneWith(null, true)} channel={channel} onFirstMessage={nothing} onNumber={nothing} />
    </>
  );
}

function Behaviours() {
  return (
    <>
      <BehaviourChips phone={phone} onBehave={nothing} />
      <BehaviourChips phone={{ ...phone, reads: 'at_once', online: false }} onBehave={nothing} />
    </>
  );
}

const calm = {
  next_send_error: null,
  network_off: false,
  network_delay_ms: 0,
  late_ms: 0,
  duplicate: false,
  disorder: false,
};

function Controls() {
  const { t } = useLingui();
  const [channel] = sampleChannels;
  if (channel === undefined) return null;
  const actions = { moveClock: nothing, setFaults: nothing, noteFaults: nothing, setContactCount: nothing };
  const shifted = { ...channel, clock_offset_ms: 90_000_000 };
  const rough = { ...calm, next_send_error: 131049, late_ms: 8_000, disorder: true, network_delay_ms: 3_000 };
  const scenario = {
    name: t`A first conversation`,
    about: '',
    steps: [{ do: 'customer_says' as const, who: 'Ana', text: t`Hello, is my bike ready?` }],
  };
  return (
    <>
      <SandboxControls
        facts={{ channel, phones: [phone], faults: calm, people: 0 }}
        sandbox={actions}
        visible={false}
      />
      <SandboxControls
        facts={{ channel: shifted, phones: [phone], faults: rough, people: 1_000 }}
        sandbox={actions}
        visible={false}
      />
      <PlayBar play={{ scenario, at: 0, state: 'running', words: null }} onStop={nothing} />
      <PlayBar play={{ scenario, at: 0, state: 'failed', words: t`The message was refused.` }} onStop={nothing} />
    </>
  );
}
