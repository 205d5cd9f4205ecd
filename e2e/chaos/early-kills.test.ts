import { describe, expect, it } from 'vitest';
import { missingPlaces } from './compare-run.ts';
import { EarlyKills } from './early-kills.ts';
import { type Kill, usualVictims } from './killer.ts';
import { createRandom } from './random.ts';

/** The kills of a run, as the killer generates them. */
function killsOf(seed: number, n: number): Kill[] {
  const early = new EarlyKills(createRandom(seed));
  return Array.from({ length: n }, (_none, place) => {
    const victim = usualVictims[place % usualVictims.length] ?? 'server';
    return { victim, at: place, uptimeMs: place > 0 && early.isNext(victim) ? null : 500, readyMs: null };
  });
}

describe('25 kills', () => {
  it('hit server, database and both while running and while starting, whatever the seed', () => {
    for (let seed = 0; seed < 200; seed++) expect(missingPlaces(killsOf(seed, 25)), `seed ${seed}`).toEqual([]);
  });

  it('without a place are distinguished from those with all', () => {
    const kills = killsOf(1, 25);
    const served = kills.map((kill) => (kill.victim === 'both' ? { ...kill, uptimeMs: 1 } : kill));
    expect(missingPlaces(served)).toEqual(['both: never on its way up']);
    const early = kills.map((kill) => (kill.victim === 'server' ? { ...kill, uptimeMs: null } : kill));
    expect(missingPlaces(early)).toEqual(['server: never while it served']);
    expect(missingPlaces(served.slice(0, 6))).toEqual([]);
  });
});
