import type { Message } from '@parley/contract/types';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { mediaOf } from '../use-fresh-media.ts';
import { onOpenViewer } from './open-viewer.ts';

const MediaViewer = lazyPart(() => import('./media-viewer.tsx').then((part) => part.MediaViewer));

/** Shows pictures and films of the messages at hand large, when somebody presses one of them. */
export function ConnectedViewer({ messages }: { messages: readonly Message[] }) {
  const [startId, setStartId] = useState<string | null>(null);
  useEffect(
    () =>
      onOpenViewer((message) => {
        if (messages.some(({ id }) => id === message.id)) setStartId(message.id);
      }),
    [messages],
  );
  if (startId === null) return null;
  const seen = messages.filter((message) => {
    const info = mediaOf(message)?.media_info;
    return (message.type === 'image' || message.type === 'video') && info?.state === 'ready';
  });
  return (
    <Suspense fallback={null}>
      <MediaViewer messages={seen} startId={startId} onClose={() => setStartId(null)} />
    </Suspense>
  );
}
