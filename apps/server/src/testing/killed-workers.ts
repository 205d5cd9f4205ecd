import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll } from 'vitest';
import { queryAsOwner } from './inbox.ts';
import { type TestServer, testServer } from './server.ts';
import { createTeam, type Team } from './team.ts';
import { startWorker, type WorkerOrder } from './worker.ts';
import { until } from './world.ts';

/** When a process is to be killed: see `WorkerOrder`; without it the test kills the process. */
type Life = Partial<Omit<WorkerOrder, 'ownerUrl' | 'jobs'>>;

/** A server that runs no jobs, with a team, and processes that run the jobs of one feature and are killed. */
export class KilledWorkers {
  server!: TestServer;
  team!: Team;
  readonly #jobs: WorkerOrder['jobs'];
  readonly #children = new Set<ChildProcess>();

  constructor(jobs: WorkerOrder['jobs']) {
    this.#jobs = jobs;
  }

  async open({ env, ...options }: NonNullable<Parameters<typeof testServer>[0]> = {}): Promise<void> {
    this.server = await testServer({ env: { ROLE: 'api', ...env }, ...options });
    this.team = await createTeam(this.server);
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    await this.server.close();
  }

  sql<R extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<R[]> {
    return queryAsOwner<R>(this.server.owner, text, values);
  }

  /** The rows of a table or of `table where …`. */
  async count(from: string): Promise<number> {
    return (await this.sql<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n ?? 0;
  }

  /** Rows by table. */
  async counts(tables: readonly string[]): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const table of tables) found[table] = await this.count(table);
    return found;
  }

  /** Starts a process that kills itself, and waits until it did. */
  async startAndDie(life: Life): Promise<void> {
    const [, signal] = (await once(this.start(life), 'exit')) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error(`the process ended by ${signal ?? 'itself'} before it was killed`);
  }

  start(life: Life = {}): ChildProcess {
    const order = { ownerUrl: this.server.ownerUrl, jobs: this.#jobs, runner: { soleProcess: true }, ...life };
    const child = startWorker(order);
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  /**
   * Starts two processes and kills both as soon as `progress` changes, again and again while `isOpen` is true of it.
   * Answers how often.
   */
  async killPairs<P>(progress: () => Promise<P>, isOpen: (progress: P) => boolean): Promise<number> {
    let kills = 0;
    for (let before = await progress(); isOpen(before); before = await progress()) {
      const both = [this.start(), this.start()];
      await Promise.all(both.map((child) => once(child, 'message')));
      await until(async () => (await progress()) !== before);
      for (const child of both) await kill(child);
      kills++;
    }
    return kills;
  }
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** `KilledWorkers` that open before the tests of a file and close after them. */
export function killedWorkers(jobs: WorkerOrder['jobs']): KilledWorkers {
  const workers = new KilledWorkers(jobs);
  beforeAll(() => workers.open());
  afterAll(() => workers.close());
  return workers;
}
