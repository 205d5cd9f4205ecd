import { type ComponentType, type FunctionComponent, type ReactNode, Suspense, use } from 'react';
import { isReloading } from './chunk-reload.ts';

export type LazyOptions = {
  /** Shown while the code loads. Without it the nearest `Suspense` boundary hides everything inside it. */
  fallback?: ReactNode;
  /** Renders nothing when the code fails to load; the next page tries again. */
  optional?: boolean;
};

/**
 * A component whose code is a separate chunk. Unlike React's `lazy` it renders synchronously once loaded, so that
 * preloaded components never flash, and a failed load is retried.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { fallback, optional }: LazyOptions = {},
): FunctionComponent<P> & { preload: () => Promise<void> } {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  const start = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error: unknown) => {
        // The page is about to reload: an error would only flash.
        if (isReloading()) return new Promise<never>(() => {});
        if (optional) return Missing;
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const Inner = (props: P) => {
    const Loaded = loaded ?? use(start());
    return <Loaded {...props} />;
  };
  const Outer = (props: P) => (
    <Suspense fallback={fallback}>
      <Inner {...props} />
    </Suspense>
  );
  return Object.assign(fallback === undefined ? Inner : Outer, { preload: async () => void (await start()) });
}

function Missing() {
  return null;
}
