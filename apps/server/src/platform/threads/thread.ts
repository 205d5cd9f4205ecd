import { Worker } from 'node:worker_threads';

/** An answer took more processor time than it may; the thread was ended. */
export class ThreadOverran extends Error {}
/** The thread ended without an answer: it ran out of memory, or broke. */
export class ThreadEnded extends Error {}

/** A thread of its own that answers one question at a time. Its script calls `answerQuestions`. */
export type Thread<Question, Answer> = {
  /** @throws ThreadOverran, ThreadEnded */
  ask(question: Question): Promise<Answer>;
  end(): Promise<void>;
};

export type ThreadLimits = {
  /** Processor time of an answer: what waits for a busy machine takes none. */
  cpuMs: number;
  megabytes: number;
};

/** What the thread posts: that it listens, or an answer. */
export type FromThread<Answer> = { ready: true } | { answer: Answer };

/** A thread that computes without a pause still says how long it has; one that does not is stuck. */
const saysWithinMs = 5_000;
const checkAtLeastEveryMs = 25;

/** Computes what an account's input sets the amount of, where it holds up nobody else. */
export function startThread<Question, Answer>(
  script: URL,
  { cpuMs, megabytes }: ThreadLimits,
  { data, transfer = [] }: { data?: unknown; transfer?: ArrayBuffer[] } = {},
): Thread<Question, Answer> {
  const worker = new Worker(script, {
    workerData: data,
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  worker.unref();
  const ready = Promise.withResolvers<void>();
  let asked: PromiseWithResolvers<Answer> | undefined;
  let ended: Error | undefined;
  const fail = (error: Error) => {
    ended ??= error;
    ready.reject(error);
    asked?.reject(error);
  };
  ready.promise.catch(() => undefined);
  worker.on('message', (said: FromThread<Answer>) => {
    if ('ready' in said) ready.resolve();
    else asked?.resolve(said.answer);
  });
  worker.on('error', (cause) => fail(new ThreadEnded('the thread broke', { cause })));
  worker.on('exit', () => fail(new ThreadEnded('the thread ended')));

  /** Milliseconds of processor time so far. */
  async function used(): Promise<number> {
    const late = Promise.withResolvers<number>();
    const timer = setTimeout(() => late.resolve(Number.POSITIVE_INFINITY), saysWithinMs);
    const { user, system } = await Promise.race([
      worker.cpuUsage(),
      late.promise.then((user) => ({ user, system: 0 })),
    ]).finally(() => clearTimeout(timer));
    return (user + system) / 1_000;
  }

  return {
    async ask(question) {
      await ready.promise;
      if (ended !== undefined) throw ended;
      const answer = Promise.withResolvers<Answer>();
      asked = answer;
      let isOpen = true;
      let before: number | undefined;
      let timer: NodeJS.Timeout | undefined;
      const check = async () => {
        const now = await used();
        before ??= now;
        if (!isOpen) return;
        if (now - before >= cpuMs || now === Number.POSITIVE_INFINITY) {
          fail(new ThreadOverran(`an answer took more than ${cpuMs} ms of processor time`));
          await worker.terminate();
        } else {
          timer = setTimeout(checkLater, Math.max(cpuMs / 4, checkAtLeastEveryMs));
        }
      };
      // A thread that ended meanwhile has answered by its end.
      const checkLater = () => void check().catch(() => undefined);
      worker.postMessage(question);
      timer = setTimeout(checkLater, checkAtLeastEveryMs);
      try {
        return await answer.promise;
      } finally {
        isOpen = false;
        clearTimeout(timer);
      }
    },
    async end() {
      await worker.terminate();
    },
  };
}
