import { isMuted } from '@parley/contract/threads';
import type { Channel, Thread } from '@parley/contract/types';
import { useState } from 'react';
import { useAction } from '../../../../ui/use-action.ts';
import { useAccount } from '../../../sync/public.ts';
import { setBlocked } from '../../change/block-contact.ts';
import { controlThread } from '../../change/control-thread.ts';
import { isBlocked } from '../../change/is-blocked.ts';

/** What the header's menu does besides answering, and the dialog it opened. */
export function useRareActions(thread: Thread, channel: Channel | undefined, onMute: (until: null) => void) {
  const account = useAccount();
  const { run } = useAction();
  const [asking, setAsking] = useState<'block' | 'merge' | 'mute' | null>(null);
  const block = () => {
    if (!isBlocked(thread)) return setAsking('block');
    void run(() => setBlocked(account, thread.id, false));
  };
  const mute = () => {
    if (isMuted(thread, Date.now())) onMute(null);
    else setAsking('mute');
  };
  return {
    asking,
    close: () => setAsking(null),
    mute,
    merge: thread.group === undefined ? () => setAsking('merge') : undefined,
    handBack:
      thread.holder?.by === 'us' ? () => void run(() => controlThread(account, thread.id, 'release')) : undefined,
    block: channel?.kind === 'WHATSAPP' && thread.group === undefined ? block : undefined,
  };
}
