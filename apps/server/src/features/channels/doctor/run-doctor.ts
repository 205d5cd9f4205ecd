import type { DoctorReport } from '@parley/contract/types';
import type { Platform } from '../../../platform/platform.ts';
import { verifyConnection } from '../connect.ts';
import { type HealthReport, recordHealthReport } from '../health-repo.ts';
import { countLimitUse, listPortfolios } from '../portfolio-query-repo.ts';
import type { ProviderAccess } from '../provider-access.ts';
import { setChannelFact } from '../provider-state-repo.ts';
import type { ChannelRow } from '../repo.ts';
import { sendRateOf } from '../send-rate.ts';
import type { ChannelCheck } from '../verify-connection.ts';
import { bad } from './check.ts';
import { type Facts, gatherFacts } from './facts.ts';
import { healthReportOf } from './health-report.ts';

/**
 * Checks a channel, stores the result for the list, and updates the channel itself: a number that could be read is
 * verified, and its send rate is WhatsApp's.
 * @throws AppError('simulator_unavailable') for a sandbox whose simulator does not start
 */
export async function runDoctor(platform: Platform, providers: ProviderAccess, row: ChannelRow): Promise<DoctorReport> {
  const reached = await platform.db.withTenant(
    row.client_id,
    async (tx) => {
      const portfolio = (await listPortfolios(tx)).get(row.id);
      return portfolio === undefined ? 0 : (await countLimitUse(tx, portfolio)).used;
    },
    { readOnly: true },
  );
  const facts = await gatherFacts(platform, providers, row, reached);
  const look = healthReportOf(facts);
  await applyFindings(platform, row, facts, look);
  await platform.db.withTenant(row.client_id, (tx) => recordHealthReport(tx, row.id, look));
  return { at: look.at, checks: look.checks };
}

async function applyFindings(
  platform: Platform,
  row: ChannelRow,
  { answers }: Facts,
  look: HealthReport,
): Promise<void> {
  if (
    answers.kind === 'WHATSAPP' &&
    answers.account.kind === 'ok' &&
    answers.account.value.marketingMessages !== null
  ) {
    const { marketingMessages: value } = answers.account.value;
    const fact = { name: 'marketing_messages', value, active: true, detail: null, endsAt: null, at: new Date() };
    await platform.db.withTenant(row.client_id, (tx) => setChannelFact(tx, row.client_id, row.id, fact));
  }
  if (row.sandbox) return;
  if (answers.kind === 'SESSION') {
    if (answers.greeting.kind === 'ok') await verifyConnection(platform, row.client_id, row, null, []);
    return;
  }
  const { number } = answers;
  if (number.kind !== 'ok') return;
  const refused: ChannelCheck[] = [];
  await verifyConnection(platform, row.client_id, row, sendRateOf(number.value), refused);
  for (const { fix } of refused) {
    look.checks.push(bad('claim', 'Another channel uses this number.', fix ?? ''));
  }
}
