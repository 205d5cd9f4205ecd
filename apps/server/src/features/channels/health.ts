import type { ChannelHealth, PhoneNumberDetails } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibilityOf } from '../team/public.ts';
import { type AccountUpdateRow, listAccountUpdates } from './account-update-repo.ts';
import { type CountRow, countMessages, type HealthReport, listHealth, recordSent } from './health-repo.ts';
import { countLimitUse, listPortfolios } from './portfolio-query-repo.ts';

const hourMs = 3_600_000;
/** However many requests there are, an account's messages are counted at most this often. */
const countEveryMs = 5_000;
const mostRemembered = 500;

type Counted = { rows: CountRow[]; used: Map<string, number> };
type Counts = { received: number; sent: number; failed: number };

/** Health of every visible channel; see the contract for the meaning of the numbers. */
export type HealthReader = (actor: AccountActor) => Promise<ChannelHealth[]>;

export function createHealthReader(platform: Platform): HealthReader {
  const remembered = new Map<string, { at: number; counted: Promise<Counted> }>();

  function counts(clientId: string): Promise<Counted> {
    const now = performance.now();
    const known = remembered.get(clientId);
    if (known !== undefined && now - known.at < countEveryMs) return known.counted;
    if (remembered.size >= mostRemembered) remembered.clear();
    const counted = platform.db.withTenant(
      clientId,
      async (tx) => {
        const first = firstHourMs(Date.now());
        const rows = await countMessages(tx, new Date(first), new Date(first + 25 * hourMs));
        return { rows, used: await countReached(tx) };
      },
      { readOnly: true },
    );
    remembered.set(clientId, { at: now, counted });
    counted.catch(() => remembered.delete(clientId));
    return counted;
  }

  return async (actor) => {
    const [[channels, effects, portfolios], { rows, used }] = await Promise.all([
      platform.db.withTenant(
        actor.clientId,
        (tx) =>
          Promise.all([
            listHealth(tx, visibilityOf(actor).channelIds),
            listAccountUpdates(tx, null),
            listPortfolios(tx),
          ]),
        { readOnly: true },
      ),
      counts(actor.clientId),
    ]);
    const nowMs = Date.now();
    const begun = channels.filter(({ channel_id: id, sent_at }) => {
      return sent_at === null && rows.some((row) => row.channel_id === id && row.hour === null && row.sent > 0);
    });
    if (begun.length > 0) {
      const ids = begun.map(({ channel_id }) => channel_id);
      await platform.db.withTenant(actor.clientId, (tx) => recordSent(tx, ids));
    }
    return channels.map(({ channel_id, last_webhook_at, report, templates_at, sent_at }): ChannelHealth => {
      const own = rows.filter((row) => row.channel_id === channel_id);
      const whole = own.find(({ hour }) => hour === null);
      const health: ChannelHealth = {
        channel_id,
        last_webhook_at: newest(last_webhook_at, whole?.last_in ?? null)?.toISOString() ?? null,
        token: report?.token ?? { state: 'unknown', expires_at: null },
        number: withCounts(
          report,
          effects.filter((fact) => fact.channel_id === channel_id),
          portfolios.get(channel_id)?.limit ?? null,
        ),
        allowance_used: used.get(channel_id) ?? 0,
        today: {
          received: whole?.received_today ?? 0,
          sent: whole?.sent_today ?? 0,
          failed: whole?.failed_today ?? 0,
        },
        day: countsOf(whole),
        hours: hoursOf(own, nowMs),
        report: report === null ? null : { at: report.at, checks: report.checks },
        setup: {
          templates_at: templates_at?.toISOString() ?? null,
          has_sent: sent_at !== null || (whole?.sent ?? 0) > 0,
        },
      };
      return visibilityOf(actor).managesChannels ? health : plainHealth(health);
    });
  };
}

/**
 * What members without the channel permission see: whether it is connected, its quality, and how many checks failed.
 */
function plainHealth({ channel_id, last_webhook_at, number, report, setup }: ChannelHealth): ChannelHealth {
  const nothing = {
    verified_name: null,
    name_status: null,
    status: null,
    throughput: null,
    coexistence: null,
    allowance: null,
    portfolio_id: null,
  };
  return {
    channel_id,
    last_webhook_at,
    token: { state: 'unknown', expires_at: null },
    number: number === null ? null : { ...nothing, quality: number.quality },
    allowance_used: 0,
    today: { received: 0, sent: 0, failed: 0 },
    day: { received: 0, sent: 0, failed: 0 },
    hours: [],
    setup,
    report: report && {
      at: report.at,
      checks: report.checks.map(({ name, state }) => ({ name, state, detail: '', fix: null })),
    },
  };
}

/**
 * A delivery is noted for the address it came to. Numbers of one app may share an address: what came for the other ones
 * shows in their conversations.
 */
function newest(left: Date | null, right: Date | null): Date | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}

/** The number as of the last check, with what WhatsApp reported since. */
function withCounts(
  report: HealthReport | null,
  reported: readonly AccountUpdateRow[],
  limit: number | null,
): PhoneNumberDetails | null {
  if (report?.number == null) return null;
  const since = (name: string) =>
    reported.find((fact) => fact.name === name && fact.provider_at.getTime() > Date.parse(report.at))?.value;
  const decision = since('display_name');
  return {
    ...report.number,
    // Results stored before this check existed do not have it.
    coexistence: report.number.coexistence ?? null,
    portfolio_id: report.number.portfolio_id ?? null,
    allowance: limit,
    ...(decision === undefined ? {} : { name_status: decision }),
  };
}

/** The people reached by each portfolio, by channel; channels of one portfolio are counted once. */
async function countReached(tx: TenantTx): Promise<Counted['used']> {
  const counted: Counted['used'] = new Map();
  for (const portfolio of (await listPortfolios(tx)).values()) {
    if (portfolio.channelIds.some((id) => counted.has(id))) continue;
    const { used } = await countLimitUse(tx, portfolio);
    for (const id of portfolio.channelIds) counted.set(id, used);
  }
  return counted;
}

/** Beginning of the first of the 24 hours that end with the running one. */
function firstHourMs(nowMs: number): number {
  return Math.floor(nowMs / hourMs) * hourMs - 23 * hourMs;
}

function hoursOf(rows: readonly CountRow[], nowMs: number): ChannelHealth['hours'] {
  const first = firstHourMs(nowMs);
  return Array.from({ length: 24 }, (_, index) => {
    const atMs = first + index * hourMs;
    return {
      at: new Date(atMs).toISOString(),
      ...countsOf(rows.find(({ hour }) => hour?.getTime() === atMs)),
    };
  });
}

function countsOf(row: CountRow | undefined): Counts {
  return { received: row?.received ?? 0, sent: row?.sent ?? 0, failed: row?.failed ?? 0 };
}
