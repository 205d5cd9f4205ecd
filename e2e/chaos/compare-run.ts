// Requirements for a valid run, without which the records prove nothing.
import type { Agents } from './agents.ts';
import { type Check, check } from './check.ts';
import type { ResponseCounts } from './http.ts';
import { type Kill, type Killer, usualVictims } from './killer.ts';
import type { Reader } from './readers.ts';
import { readyWithinMs } from './server.ts';
import { logErrors } from './server-log.ts';

export type RunFigures = {
  receivedPerSecond: number;
  sentPerSecond: number;
  /** In each direction, as asked for. */
  rate: number;
  killsWanted: number;
};

/** Outages and a busy machine cost some of the rate; with less of it the records prove little. */
const leastShareOfRate = 2 / 3;

export function compareRun(
  figures: RunFigures,
  killer: Killer,
  agents: Agents,
  renewals: ResponseCounts,
  readers: Reader[],
  logFile: string,
): Check[] {
  const minPerSecond = Math.round(figures.rate * leastShareOfRate);
  const tries = agents.written.length;
  // A token expires early or late by a clock that jumps, and is renewed.
  const hasJumps = killer.kills.some(({ victim }) => victim === 'clock');
  const hasFullDisk = killer.kills.some(({ victim }) => victim === 'disk');
  return [
    check(
      'each kind of kill came both with a server that served and with one on its way up',
      1,
      missingPlaces(killer.kills),
    ),
    check('all kills were made', killer.kills.length, shortOf(killer.kills.length, figures.killsWanted, 'kills')),
    check(`at least ${minPerSecond} messages a second came in and as many went out`, tries, [
      ...shortOf(figures.receivedPerSecond, minPerSecond, 'received a second'),
      ...shortOf(figures.sentPerSecond, minPerSecond, 'sent a second'),
    ]),
    check(
      `after every kill it served again within ${readyWithinMs / 1_000} s`,
      killer.kills.length,
      slow(killer.kills),
    ),
    check('the server never ended by itself', killer.kills.length, unexplainedExits(killer)),
    check(
      'sends met 200, 201, 503 or a cut connection, nothing else',
      tries,
      rest(agents.tries, ['200', '201', '503', ...(hasJumps ? ['401'] : [])]),
    ),
    check('no session was refused', total(renewals), rest(renewals, ['200', '503'])),
    ...readers.map(({ screen, closes }) =>
      check(
        `the feed by ${screen.name} only ended with its server`,
        total(closes),
        rest(closes, hasJumps ? [...cleanExits, '401', '4401'] : cleanExits),
      ),
    ),
    check('the log holds no error', 1, hasFullDisk ? logErrors(logFile).filter(isNotFullDisk) : logErrors(logFile)),
  ];
}

// 1006 is a broken connection, 4503 one that the server closed because it was unavailable.
const cleanExits = ['1006', '200', '4503', '503', 'refused', 'stopped'];

function shortOf(value: number, wanted: number, unit: string): string[] {
  return value >= wanted ? [] : [`${value.toFixed(1)} ${unit}`];
}

/** A run of 25 kills covers every place; a shorter one, requested manually, need not. */
const enoughForAllPlaces = 25;

export function missingPlaces(kills: readonly Kill[]): string[] {
  const victims = [...new Set(kills.map(({ victim }) => victim))];
  if (kills.length < (enoughForAllPlaces / usualVictims.length) * victims.length) return [];
  return victims.flatMap((victim) => {
    const ofVictim = kills.filter((kill) => kill.victim === victim);
    const early = ofVictim.filter(({ uptimeMs }) => uptimeMs === null).length;
    if (early === 0) return [`${victim}: never on its way up`];
    return early === ofVictim.length ? [`${victim}: never while it served`] : [];
  });
}

function slow(kills: readonly Kill[]): string[] {
  return kills
    .filter((kill) => kill.readyMs !== null && kill.readyMs > readyWithinMs)
    .map((kill) => `${kill.victim}: ${kill.readyMs} ms`);
}

/**
 * A database killed while the server starts may end the server, as may a full disk, on which the database cannot go
 * on; the operator then starts it again.
 */
function unexplainedExits({ ownEnds, kills }: Killer): string[] {
  const explained = kills.filter(
    ({ victim, uptimeMs }) => victim === 'disk' || (uptimeMs === null && ['database', 'backend'].includes(victim)),
  ).length;
  return ownEnds.length <= explained ? [] : ownEnds;
}

function isNotFullDisk(line: string): boolean {
  return !/no space left|disk_full|ENOSPC/i.test(line);
}

function total(responses: ResponseCounts): number {
  return [...responses.counts.values()].reduce((sum, count) => sum + count, 0);
}

function rest(responses: ResponseCounts, fine: readonly string[]): string[] {
  return [...responses.counts]
    .filter(([outcome]) => outcome !== 'cut off' && !fine.includes(outcome))
    .map(([outcome, count]) => `${count} times ${outcome}`);
}
