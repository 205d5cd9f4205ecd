import type { Channel, Thread } from '@parley/contract/types';
import { useState } from 'react';
import { useAction } from '../../../ui/use-action.ts';
import { useAccount } from '../../sync/public.ts';
import { setBlocked } from './block-contact.ts';
import { isBlocked } from './is-blocked.ts';

/** What the header's menu does besides answering, and the dialog it opened. */
export function useRareActions(thread: Thread, channel: Channel | undefined) {
  const account = useAccount();
  const { run } = useAction();
  const [asking, setAsking] = useState<'block' | null>(null);
  const block = () => {
    if (!isBlocked(thread)) return setAsking('block');
    void run(() => setBlocked(account, thread.id, false));
  };
  return { asking, close: () => setAsking(null), block: channel?.kind === 'WHATSAPP' ? block : undefined };
}
