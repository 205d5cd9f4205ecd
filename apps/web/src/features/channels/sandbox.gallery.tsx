import { useLingui } from '@lingui/react/macro';
import type { SandboxPhone, SandboxPhoneMessage } from '@parley/contract/types';
import type { GallerySection } from '../../gallery/section.ts';
import { sampleChannels } from '../inbox/public.ts';
import { BehaviourChips } from './components/behaviour-chips.tsx';
import { CustomerPhone } from './components/customer-phone.tsx';
import type { Phone } from './use-phone.ts';

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
  blocks_us: false,
  opted_out: false,
  on_whatsapp: true,
  typing_until: null,
};
const nothing = () => undefined;

export function useSections(): GallerySection[] {
  const { t } = useLingui();
  return [
    { id: 'customer-phone', title: t`A customer's phone`, states: <Phones /> },
    { id: 'behaviour', title: t`How a phone behaves`, states: <Behaviours /> },
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
    timestamp: new Date(2026, 10, 20, 10, id).toISOString(),
    status,
  };
}

function phoneWith(messages: SandboxPhoneMessage[] | null, online: boolean): Phone {
  return {
    book: messages === null ? null : { phone: { ...phone, online }, cursor: '1', messages },
    failing: false,
    write: () => Promise.resolve(),
    upload: () => Promise.resolve('1'),
    tap: () => Promise.resolve(),
    play: () => Promise.resolve(),
    behave: () => Promise.resolve(),
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
  ];
  if (channel === undefined) return null;
  return (
    <>
      <CustomerPhone phone={phoneWith(messages, true)} channel={channel} onHello={nothing} />
      <CustomerPhone phone={phoneWith([], false)} channel={channel} onHello={nothing} />
      <CustomerPhone phone={phoneWith(null, true)} channel={channel} onHello={nothing} />
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
