import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** The commands of a helper process: one argument, one result. */
export type Commands = Record<string, (input: never) => Promise<unknown>>;

export type Worker<C extends Commands> = {
  pid: number;
  call<K extends keyof C & string>(command: K, input: Parameters<C[K]>[0]): Promise<Awaited<ReturnType<C[K]>>>;
  end(): Promise<void>;
};

type Answer = { id: number; value?: unknown; error?: string };

/** Starts a file of the bench in its own process, so that its work is not charged to the measured one. */
export async function startWorker<C extends Commands>(entry: string, flags: string[] = []): Promise<Worker<C>> {
  const child = fork(entry, { execArgv: flags, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let next = 1;
  child.on('message', (message) => {
    const { id, value, error } = message as Answer;
    const entryOf = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) entryOf?.resolve(value);
    else entryOf?.reject(new Error(error));
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`${entry} ended (${signal ?? code})`));
    waiting.clear();
  });
  await once(child, 'spawn');
  return {
    pid: child.pid ?? 0,
    call(command, input) {
      return new Promise((resolve, reject) => {
        const id = next++;
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
        child.send({ id, command, input }, (error) => error !== null && reject(error));
      });
    },
    end: () => endProcess(child),
  };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  await ended;
}

/** The other end: runs commands until the parent has ended. */
export function serveCommands(commands: Commands): void {
  process.on('message', (message) => {
    const { id, command, input } = message as { id: number; command: string; input: never };
    const answer = async () => {
      const handler = commands[command];
      if (handler === undefined) throw new Error(`no command ${command}`);
      return handler(input);
    };
    answer().then(
      (value) => process.send?.({ id, value }),
      (error: unknown) =>
        process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit(0));
}

/** Milliseconds on the clock that all processes of this machine share. */
export function wallMs(): number {
  return performance.timeOrigin + performance.now();
}
