/**
 * Runs tasks in their order, so many at a time; one that needs the machine alone waits for those before it, and those behind
 * it wait for it.
 * @returns the results in the order of the tasks
 */
export async function runConcurrently<T extends { isAlone?: boolean }, R>(
  atOnce: number,
  tasks: readonly T[],
  run: (task: T) => Promise<R>,
): Promise<R[]> {
  const running = new Set<Promise<unknown>>();
  const results: Array<Promise<R>> = [];
  let isAlone = false;
  for (const task of tasks) {
    while (running.size > 0 && (isAlone || task.isAlone || running.size >= atOnce)) await Promise.race(running);
    isAlone = task.isAlone === true;
    const result = run(task);
    results.push(result);
    const ended: Promise<unknown> = result.then(
      () => running.delete(ended),
      () => running.delete(ended),
    );
    running.add(ended);
  }
  return Promise.all(results);
}
