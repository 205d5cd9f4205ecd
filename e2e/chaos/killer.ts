import { type DisturbanceName, disturbanceNames } from './disturbances.ts';
import { EarlyKills } from './early-kills.ts';
import type { Environment } from './environment.ts';
import type { Random } from './random.ts';
import type { Server } from './server.ts';
import { delay, until } from './wait-until.ts';

export const usualVictims = ['server', 'database', 'both'] as const;
export const allVictims = [...usualVictims, 'backend', 'simulator'] as const;
/** Everything that a run may kill or disturb. */
export const everyVictim = [...allVictims, 'worker', ...disturbanceNames] as const;
export type Victim = (typeof everyVictim)[number];

export type Kill = {
  victim: Victim;
  /** Milliseconds since the epoch. */
  at: number;
  /** How long everything had been ready; null: it was killed while starting. */
  uptimeMs: number | null;
  /** How long a disturbance lasted; a kill takes no time. */
  lastedMs?: number;
  /** From the kill, or the end of the disturbance, until the server was ready again; null: the next kill came first. */
  readyMs: number | null;
};

export type KillPlan = {
  victims: readonly Victim[];
  /** Stops at this number, or at this time, whichever is first. */
  kills: number;
  until: number;
};

const uptimeMs = { least: 300, most: 3_000 };
/** A start that takes too long fails a check of the run, and the records are compared all the same. */
const patienceMs = 120_000;
const disturbedMs = { least: 800, most: 2_500 };

/** Kills one victim after the other at random moments, and restores everything in between. */
export class Killer {
  readonly kills: Kill[] = [];
  /** Runs that ended without a kill; a server may give up when its database dies during startup. */
  readonly ownEnds: string[] = [];
  readonly #world: Environment;
  readonly #server: Server;
  readonly #random: Random;
  readonly #onKill: (kill: Kill) => void;
  readonly #early: EarlyKills;
  #isDatabaseFirst = false;

  constructor(world: Environment, random: Random, onKill: (kill: Kill) => void) {
    this.#world = world;
    this.#server = world.server;
    this.#random = random;
    this.#early = new EarlyKills(random);
    this.#onKill = onKill;
  }

  async run(plan: KillPlan): Promise<void> {
    let readyAt: number | null = performance.now();
    while (this.kills.length < plan.kills && Date.now() < plan.until) {
      const victim = victimAt(plan, this.kills.length);
      const early = readyAt === null;
      await delay(early ? this.#random.between(10, 500) : this.#random.between(uptimeMs.least, uptimeMs.most));
      const uptime = readyAt === null ? null : Math.round(performance.now() - readyAt);
      const kill: Kill = { victim, at: Date.now(), uptimeMs: uptime, readyMs: null };
      const hit = isDisturbance(victim) ? await this.#disturb(victim, kill) : await this.#strike(victim);
      this.kills.push(kill);
      this.#onKill(kill);
      const last = this.kills.length >= plan.kills;
      if (!last && this.#early.isNext(victimAt(plan, this.kills.length))) {
        readyAt = null;
        continue;
      }
      await this.#standUp(hit);
      readyAt = performance.now();
      kill.readyMs = Date.now() - kill.at - (kill.lastedMs ?? 0);
    }
  }

  /** Nothing is killed: the servers have to live through it. */
  async #disturb(name: DisturbanceName, kill: Kill): Promise<null> {
    const disturbance = this.#world.disturbances[name];
    if (disturbance === undefined) throw new Error(`nothing was prepared for ${name}`);
    await disturbance.begin(this.#random);
    await delay(this.#random.between(disturbedMs.least, disturbedMs.most));
    await disturbance.end();
    kill.lastedMs = Date.now() - kill.at;
    return null;
  }

  /** @returns the pid of the killed postmaster, so that its successor can be distinguished from it */
  async #strike(victim: Exclude<Victim, DisturbanceName>): Promise<number | null> {
    const server = this.#server;
    const postmaster = server.postmasterPid();
    if (victim === 'worker') {
      const worker = this.#random.pick(this.#world.workers);
      await worker.kill();
      worker.start();
      return null;
    }
    if (victim === 'simulator') {
      await this.#world.simulator.kill();
      await this.#world.simulator.start();
      return null;
    }
    if (victim === 'backend') {
      const backends = server.backendPids();
      if (backends.length > 0) killPid(this.#random.pick(backends));
      return null;
    }
    // With both, the order alternates.
    if (victim === 'both') this.#isDatabaseFirst = !this.#isDatabaseFirst;
    const databaseFirst = victim === 'database' || (victim === 'both' && this.#isDatabaseFirst);
    if (databaseFirst && postmaster !== null) killPid(postmaster);
    if (victim !== 'database') {
      const dead = server.kill();
      if (victim === 'both' && !databaseFirst && postmaster !== null) killPid(postmaster);
      await dead;
      server.start();
    }
    // One beside the server lives on without it.
    return victim === 'server' && this.#world.isExternal ? null : postmaster;
  }

  #restartEnded(one: Server): void {
    if (one.exit === undefined) return;
    const { code, signal } = one.exit;
    this.ownEnds.push(`${signal ?? `code ${code}`} after kill ${this.kills.length}`);
    one.start();
  }

  /**
   * Waits until the server is ready with a running database. A server that ended is started again, like an operator
   * would.
   */
  async #standUp(killedPostmaster: number | null): Promise<void> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const processes = [this.#server, ...this.#world.workers];
      for (const one of processes) this.#restartEnded(one);
      const left = deadline - performance.now();
      const isReady = await Promise.all(processes.map((one) => one.ready(left)));
      if (isReady.includes(false)) continue;
      const changed = await until('the database is another process', left, () => {
        if (this.#server.exit !== undefined) return 'ended';
        const pid = this.#server.postmasterPid();
        return pid !== null && pid !== killedPostmaster ? 'new' : null;
      });
      // Checked again: the first response may be from a connection of the dying database.
      if (changed === 'new' && (await this.#server.ready(deadline - performance.now()))) return;
    }
  }
}

function isDisturbance(victim: Victim): victim is DisturbanceName {
  return disturbanceNames.some((name) => name === victim);
}

function victimAt({ victims }: KillPlan, n: number): Victim {
  return victims[n % victims.length] ?? 'server';
}

function killPid(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has just ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
