import type { Message } from '@parley/contract/types';
import { useEffect } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { closeViewer, useViewedMessage } from '../bubble/media/open-viewer.ts';
import { withHeaderFile } from '../bubble/media/use-fresh-media.ts';
import { isViewable } from '../bubble/media/viewable-media.ts';

const MediaViewer = lazyComponent(() => import('./media-viewer.tsx').then((part) => part.MediaViewer), {
  fallback: null,
});

/** Opens images, videos and PDFs of the loaded messages in the viewer. */
export function ConnectedViewer({ messages }: { messages: readonly Message[] }) {
  const startId = useViewedMessage();
  // Another conversation starts with the viewer closed.
  useEffect(() => closeViewer, []);
  if (startId === null || messages.every(({ id }) => id !== startId)) return null;
  return (
    <MediaViewer messages={messages.map(withHeaderFile).filter(isViewable)} startId={startId} onClose={closeViewer} />
  );
}
