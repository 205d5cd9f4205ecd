import { type LiveAccount, threadsOf } from '../../sync/public.ts';

/** A pointer that rests this long on a row most likely opens it, milliseconds. */
const restMs = 60;

/** Reads the messages of the conversation whose row has the pointer or the focus, before it is opened. @returns stops it */
export function prefetchThreads(account: LiveAccount): () => void {
  let resting: { id: string; timer: ReturnType<typeof setTimeout> } | null = null;
  const onMove = ({ target }: Event) => {
    const id = threadOf(target);
    if (id === resting?.id) return;
    clearTimeout(resting?.timer);
    resting = id === undefined ? null : { id, timer: setTimeout(() => threadsOf(account).prefetch(id), restMs) };
  };
  document.addEventListener('pointerover', onMove);
  document.addEventListener('focusin', onMove);
  return () => {
    clearTimeout(resting?.timer);
    document.removeEventListener('pointerover', onMove);
    document.removeEventListener('focusin', onMove);
  };
}

function threadOf(target: EventTarget | null): string | undefined {
  const row = target instanceof Element ? target.closest<HTMLAnchorElement>('li a[href^="/inbox/"]') : null;
  return row?.pathname.split('/')[2];
}
