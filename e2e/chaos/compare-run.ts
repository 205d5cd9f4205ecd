// What a run itself has to have been, or the books prove nothing.
import type { Agents } from './agents.ts';
import { type Check, check } from './check.ts';
import type { Tally } from './http.ts';
import type { Kill, Killer } from './killer.ts';
import type { Reader } from './readers.ts';
import { readyWithinMs } from './server.ts';
import { logErrors } from './server-log.ts';

export type RunFigures = { receivedPerSecond: number; sentPerSecond: number; killsWanted: number };

const leastPerSecond = 20;

export function compareRun(
  figures: RunFigures,
  killer: Killer,
  agents: Agents,
  renewals: Tally,
  readers: Reader[],
  logFile: string,
): Check[] {
  const tries = agents.written.length;
  return [
    check('all kills were made', killer.kills.length, shortOf(killer.kills.length, figures.killsWanted, 'kills')),
    check(`at least ${leastPerSecond} messages a second came in and as many went out`, tries, [
      ...shortOf(figures.receivedPerSecond, leastPerSecond, 'received a second'),
      ...shortOf(figures.sentPerSecond, leastPerSecond, 'sent a second'),
    ]),
    check(
      `after every kill it served again within ${readyWithinMs / 1_000} s`,
      killer.kills.length,
      slow(killer.kills),
    ),
    check('the server never ended by itself', killer.kills.length, unexplainedEnds(killer)),
    check(
      'sends met 200, 201, 503 or a cut connection, nothing else',
      tries,
      others(agents.tries, ['200', '201', '503']),
    ),
    check('no session was refused', total(renewals), others(renewals, ['200', '503'])),
    ...readers.map(({ screen, closes }) =>
      check(`the feed by ${screen.name} only ended with its server`, total(closes), others(closes, fineEnds)),
    ),
    check('the log holds no error', 1, logErrors(logFile)),
  ];
}

// 1006 is a connection cut without a word, 4503 one that the server ended because it cannot serve.
const fineEnds = ['1006', '200', '4503', '503', 'refused', 'stopped'];

function shortOf(value: number, wanted: number, unit: string): string[] {
  return value >= wanted ? [] : [`${value.toFixed(1)} ${unit}`];
}

function slow(kills: readonly Kill[]): string[] {
  return kills
    .filter((kill) => kill.readyMs !== null && kill.readyMs > readyWithinMs)
    .map((kill) => `${kill.victim}: ${kill.readyMs} ms`);
}

/** A database killed while the server starts on it may take the server along; the next start is then the operator's. */
function unexplainedEnds({ ownEnds, kills }: Killer): string[] {
  const early = kills.filter((kill) => kill.uptimeMs === null && ['database', 'backend'].includes(kill.victim)).length;
  return ownEnds.length <= early ? [] : ownEnds;
}

function total(tally: Tally): number {
  return [...tally.counts.values()].reduce((sum, count) => sum + count, 0);
}

function others(tally: Tally, fine: readonly string[]): string[] {
  return [...tally.counts]
    .filter(([outcome]) => outcome !== 'cut off' && !fine.includes(outcome))
    .map(([outcome, count]) => `${count} times ${outcome}`);
}
