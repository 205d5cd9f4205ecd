export type FairQueue = {
  /** Runs work in the turn of its key: immediately while few of the key run, else after earlier ones. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>;
};

type Line = { running: number; waiting: Array<() => void> };

/**
 * @param atOnce limit per key
 * @param withinMs maximum wait: work that waits for other queued work of its own key would deadlock otherwise
 */
export function createFairQueue(atOnce: number, withinMs: number): FairQueue {
  const lines = new Map<string, Line>();

  function end(key: string, line: Line): void {
    line.running--;
    if (line.running < atOnce) line.waiting.shift()?.();
    if (line.running === 0 && line.waiting.length === 0) lines.delete(key);
  }

  function turnIn(line: Line): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        line.running++;
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting = line.waiting.filter((other) => other !== begin);
        begin();
      }, withinMs);
      line.waiting.push(begin);
    });
  }

  return {
    async run(key, work) {
      const line = lines.get(key) ?? { running: 0, waiting: [] };
      lines.set(key, line);
      if (line.running >= atOnce) await turnIn(line);
      else line.running++;
      try {
        return await work();
      } finally {
        end(key, line);
      }
    },
  };
}
