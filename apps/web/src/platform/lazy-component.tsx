import { type ComponentType, type FunctionComponent, type ReactNode, Suspense, use } from 'react';
import { isChunkError, isReloading, serverAnswers } from './chunk-reload.ts';
import { useConnection } from './connection.ts';

export type LazyOptions = {
  /** Shown while the code loads. Without it the nearest `Suspense` boundary hides everything inside it. */
  fallback?: ReactNode;
  /** Waits for a connection like one with a fallback, while the nearest `Suspense` boundary shows its own. */
  patient?: boolean;
  /** Renders nothing when the code fails to load; the next page tries again. */
  optional?: boolean;
};

/**
 * A component whose code is a separate chunk. Unlike React's `lazy` it renders synchronously once loaded, so that
 * preloaded components never flash, and a failed load is retried. Without a connection a component with a fallback
 * shows it until the code can be loaded, instead of replacing a page that works by an error.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { fallback, patient = fallback !== undefined, optional }: LazyOptions = {},
): FunctionComponent<P> & { preload: () => Promise<void> } {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  const start = () => {
    loading ??= (patient ? loadConnected(load) : load()).then(
      (component) => {
        loaded = component;
        return component;
      },
      async (error: unknown) => {
        // The page is about to reload: an error would only flash.
        if (await isReloading()) return new Promise<never>(() => {});
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

/** Milliseconds after which code is asked for again while the server is away. */
const askAgainMs = 3_000;

/** Loads code, and tries again when a connection that was missing is back. */
async function loadConnected<C>(load: () => Promise<C>): Promise<C> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!isChunkError(error) || (useConnection.get().live && (await serverAnswers()))) throw error;
      do await new Promise((resolve) => setTimeout(resolve, askAgainMs));
      while (!(await serverAnswers()));
    }
  }
}
