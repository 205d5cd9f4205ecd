import type { Flow } from '@parley/contract/types';

export type FlowCache = {
  get(key: string): Flow | undefined;
  /** @param bytes of the flow as text */
  put(key: string, flow: Flow, bytes: number): void;
};

/** Keeps the flows that were used last, which nobody changes. @param mostBytes of all, as texts */
export function createFlowCache(mostBytes: number): FlowCache {
  const kept = new Map<string, { flow: Flow; bytes: number }>();
  let sum = 0;

  function remove(key: string): void {
    sum -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const known = kept.get(key);
      if (known === undefined) return undefined;
      kept.delete(key);
      kept.set(key, known);
      return known.flow;
    },
    put(key, flow, bytes) {
      remove(key);
      kept.set(key, { flow, bytes });
      sum += bytes;
      for (const oldest of kept.keys()) {
        if (sum <= mostBytes) return;
        remove(oldest);
      }
    },
  };
}
