import { useEffect, useRef, useSyncExternalStore } from 'react';
import { systemClock } from '../platform/clock.ts';
import { createLoadingBar, progressAt } from './loading-bar.ts';
import styles from './loading-bar-view.module.css';
import { router } from './router.ts';

const bar = createLoadingBar(systemClock);

/** Drives the bar from the router, after the first page: that one has the startup image. */
export function startLoadingBar(): void {
  router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) bar.start();
  });
  router.subscribe('onResolved', () => {
    if (router.state.matches.some((match) => match.status === 'error')) bar.fail();
    else bar.finish();
  });
}

export function LoadingBar() {
  const phase = useSyncExternalStore(bar.subscribe, bar.phase);
  const fill = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (phase !== 'loading') return;
    let frame = 0;
    const draw = () => {
      fill.current?.style.setProperty('--progress', String(progressAt(bar.elapsedMs())));
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [phase]);
  return (
    <div className={styles.bar} data-loading-bar={phase} aria-hidden="true">
      <div ref={fill} className={styles.fill} />
    </div>
  );
}
