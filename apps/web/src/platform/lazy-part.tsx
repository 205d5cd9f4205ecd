import { type ComponentType, type FunctionComponent, use } from 'react';

/**
 * A part of a screen in a chunk of its own; stands within `Suspense`. Unlike React's own it shows at once when its code is
 * there already, so what was preloaded never blinks.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
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
        // The next try asks again: the network may be back by then.
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const Part = (props: P) => {
    const Loaded = loaded ?? use(start());
    return <Loaded {...props} />;
  };
  return Object.assign(Part, { preload: async () => void (await start()) });
}
