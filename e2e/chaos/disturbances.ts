import { renameSync, writeFileSync } from 'node:fs';
import type { Faults } from '@parley/whatsapp-simulator';
import { NoAnswer } from './http.ts';
import type { Random } from './random.ts';
import type { SimulatorHost } from './simulator.ts';
import type { SmallDisk } from './small-disk.ts';
import { delay } from './wait-until.ts';

/** Faults around the servers, that begin and end while these keep running. */
export const disturbanceNames = ['provider', 'disk', 'clock'] as const;
export type DisturbanceName = (typeof disturbanceNames)[number];

export type Disturbance = { begin(random: Random): Promise<void>; end(): Promise<void> };

/** The moments of WhatsApp: unreachable, slow, in maintenance, an answer lost after a send, updates late, twice, disordered. */
const providerFaults: readonly Faults[] = [
  { network_off: true },
  { network_delay_ms: 900 },
  { maintenance_ms: 1_500 },
  { drop_answer: 8 },
  { webhooks: { late_ms: 1_200, duplicate: true, disorder: true } },
];

/** @param usual the faults of the whole run, which are there again afterwards */
export function disturbProvider(simulator: SimulatorHost, token: string, usual: Faults): Disturbance {
  const set = (method: string, body?: Faults) => retried(() => simulator.tryControl(token, method, 'faults', body));
  return {
    begin: (random) => set('POST', random.pick(providerFaults)),
    async end() {
      await set('DELETE');
      await set('POST', usual);
    },
  };
}

export function disturbDisk(disk: SmallDisk): Disturbance {
  return {
    begin: async () => disk.fill(),
    end: async () => disk.free(),
  };
}

const minuteMs = 60_000;
const jumpsMs = [-120, -11, 11, 120].map((minutes) => minutes * minuteMs);

/** @param file read by `clock.mjs` */
export function disturbClock(file: string): Disturbance {
  const set = (offsetMs: number) => {
    // It is never read half written.
    writeFileSync(`${file}.new`, String(offsetMs));
    renameSync(`${file}.new`, file);
  };
  set(0);
  return {
    begin: async (random) => set(random.pick(jumpsMs)),
    end: async () => set(0),
  };
}

async function retried(attempt: () => Promise<{ status: number; body: unknown }>): Promise<void> {
  for (;;) {
    try {
      const { status, body } = await attempt();
      if (status < 300) return;
      throw new Error(`the simulator answered ${status}: ${JSON.stringify(body)}`);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      await delay(100);
    }
  }
}
