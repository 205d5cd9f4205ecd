import type { Message } from '@parley/contract/types';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../../platform/lazy-part.tsx';
import { onOpenViewer } from './open-viewer.ts';
import { isShownLarge } from './shown-large.ts';

const MediaViewer = lazyPart(() => import('./media-viewer.tsx').then((part) => part.MediaViewer));

/** Shows pictures, films and PDFs of the messages at hand large, when somebody presses one of them. */
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
  return (
    <Suspense fallback={null}>
      <MediaViewer messages={messages.filter(isShownLarge)} startId={startId} onClose={() => setStartId(null)} />
    </Suspense>
  );
}
