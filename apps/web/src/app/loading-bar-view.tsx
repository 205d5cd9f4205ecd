import { useEffect, useRef } from 'react';
import { systemClock } from '../platform/clock.ts';
import { useReadable } from '../platform/store.ts';
import { createLoadingBar, progressAt } from './loading-bar.ts';
import styles from './loading-bar-view.module.css';
import { router } from './router.ts';

const bar = createLoadingBar(systemClock);

/** Drives the bar from the router after the first page, which has the startup image. */
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
  const phase = useReadable({ get: bar.phase, subscribe: bar.subscribe });
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
