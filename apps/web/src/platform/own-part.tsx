import { type ComponentType, type FunctionComponent, Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';

/**
 * A part in a chunk of its own that waits for it by itself: what stands around it stays. Without that the whole frame would
 * be hidden until it is there, and its keys with it.
 */
export function ownPart<P extends object>(load: () => Promise<ComponentType<P>>): FunctionComponent<P> {
  const Part = lazyPart(load);
  return (props: P) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
