import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useReadable } from '../platform/store.ts';
import { toasts } from './toast.ts';
import styles from './toast-region.module.css';

/**
 * The container of toasts; once per page. A polite live region, so that it is read without taking the focus. It is in
 * the top layer, or dialogs would cover it.
 */
export function ToastRegion() {
  const shown = useReadable({ get: toasts.current, subscribe: toasts.subscribe });
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const hidden = useReadable(visibility);
  const paused = hovered || focused || hidden;
  const region = useRef<HTMLDivElement>(null);
  useOnTop(region, shown?.id);

  useEffect(() => {
    if (shown && paused) toasts.pause();
    else toasts.resume();
  }, [shown, paused]);

  useEffect(() => {
    // A toast removed under the pointer sends no leave event.
    if (!shown) {
      setHovered(false);
      setFocused(false);
    }
  }, [shown]);

  return (
    <div
      ref={region}
      role="status"
      popover="manual"
      className={styles.region}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {shown && (
        <div key={shown.id} className={styles.toast}>
          <span className={styles.words}>{shown.message}</span>
          {shown.action && (
            <button type="button" className={styles.action} onClick={() => toasts.act(shown.id)}>
              {shown.action.label}
            </button>
          )}
          {shown.also !== null && (
            <button type="button" className={styles.action} onClick={toasts.actAlso}>
              {shown.also}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** The last element to enter the top layer is on top: a dialog opened since would cover the next toast. */
function useOnTop(region: { current: HTMLElement | null }, shownId: number | undefined): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return;
    const isShown = element.matches(':popover-open');
    // Hiding and showing again may prevent a screen reader from reading it, so only when necessary.
    if (isShown && (shownId === undefined || document.querySelector('dialog:modal') === null)) return;
    if (isShown) element.hidePopover();
    element.showPopover();
  }, [region, shownId]);
}

const visibility = {
  get: () => document.visibilityState === 'hidden',
  subscribe(listener: () => void) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
};
