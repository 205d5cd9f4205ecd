import { useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useAccount } from '../../sync/public.ts';
import { ringingOf, useOpenCalls, useSilenced } from '../data/open-calls.ts';
import { useOwnCall } from '../data/own-call.ts';
import { ringWhile } from '../data/ring.ts';
import styles from './call-layer.module.css';
import { CurrentCall } from './current-call.tsx';
import { RingingCall } from './ringing-call.tsx';
import { useTopDialog } from './use-top-dialog.ts';

/** Calls that ring, and the one that goes on, above every screen; inside a modal dialog, outside which nothing can be used. */
export function CallLayer() {
  const dialog = useTopDialog();
  return createPortal(<Layer key={dialog === null ? 'page' : 'dialog'} />, dialog ?? document.body);
}

/** In the top layer, or dialogs would cover it. */
function Layer() {
  const { t } = useLingui();
  const account = useAccount();
  const own = useOwnCall();
  const silenced = useSilenced();
  const ringing = ringingOf(useOpenCalls(), silenced).filter(({ id }) => id !== own?.call.id);
  const isRinging = ringing.length > 0 && own === null;
  const layer = useRef<HTMLElement>(null);
  useLayoutEffect(() => layer.current?.showPopover(), []);
  useRoomAbove(layer, own !== null);
  useOutOfTheWay(layer, ringing.length);
  useEffect(() => (isRinging ? ringWhile(account) : undefined), [isRinging, account]);
  return (
    <section ref={layer} popover="manual" className={styles.layer} aria-label={t`Calls`}>
      {own !== null && <CurrentCall own={own} />}
      {ringing.map((call) => (
        <RingingCall key={call.id} call={call} />
      ))}
    </section>
  );
}

/** The screen stands below a call that goes on; one that rings covers it, for seconds. */
function useRoomAbove(layer: RefObject<HTMLElement | null>, isNeeded: boolean): void {
  useEffect(() => {
    const { current } = layer;
    if (!isNeeded || current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--calls', `${current.offsetHeight + 16}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--calls');
    };
  }, [layer, isNeeded]);
}

/** A call that rings covers no open menu or list, which somebody reads: then it stands at the lower edge. */
function useOutOfTheWay(layer: RefObject<HTMLElement | null>, ringing: number): void {
  useLayoutEffect(() => {
    const { current } = layer;
    if (current === null || ringing === 0) return;
    const look = () => {
      current.removeAttribute('data-low');
      const { bottom, left, right } = current.getBoundingClientRect();
      const isCovered = [...document.querySelectorAll('[popover="auto"]:popover-open')].some((open) => {
        const box = open.getBoundingClientRect();
        return box.top < bottom && box.left < right && box.right > left;
      });
      current.toggleAttribute('data-low', isCovered);
    };
    look();
    // Toggles do not bubble. The one that has opened is in its place with the next frame.
    const onToggle = () => requestAnimationFrame(look);
    document.addEventListener('toggle', onToggle, true);
    return () => document.removeEventListener('toggle', onToggle, true);
  }, [layer, ringing]);
}
