import type { Template } from '../graph/sample-templates.ts';
import { type Account, clockOf } from '../storage/accounts.ts';
import type { Phone } from '../storage/phones.ts';
import type { Core } from './core.ts';
import { changeTemplate, decideTemplate, sendStatusUpdate, templatesOf } from './templates.ts';
import { scheduleWakeUp } from './wake-up-time.ts';

/** Blocks of the last seven days count. */
const windowMs = 7 * 24 * 3600 * 1000;
const hourMs = 3600 * 1000;
/** How long a template is paused after its quality turned red, the first and the second time; the third disables it. */
const restMs = [3 * hourMs, 6 * hourMs] as const;

type Quality = 'GREEN' | 'YELLOW' | 'RED';

/**
 * A contact blocked the business: lowers the quality of the number and of the template they received last. Inside
 * `write`.
 */
export function noteBlock(core: Core, account: Account, phone: Phone): void {
  const nowMs = clockOf(account);
  const recent = (times: number[] = []) => [...times, nowMs].filter((at) => nowMs - at < windowMs);
  const blocks_ms = recent(account.number.blocks_ms);
  const quality = qualityOf(blocks_ms.length, core.messages.countReceived(account.key, nowMs - windowMs, null));
  account.number = { ...account.number, blocks_ms, quality };
  core.accounts.save(account);
  const template = lastTemplateOf(core, account, phone);
  if (template === null) return;
  const life = { ...template.life, blocks_ms: recent(template.life?.blocks_ms) };
  changeTemplate(core, account, template.id, { life });
  const received = core.messages.countReceived(account.key, nowMs - windowMs, template.name);
  const now = qualityOf(life.blocks_ms.length, received);
  if (now !== (template.quality ?? 'UNKNOWN') && now !== 'GREEN') {
    decideTemplate(core, account, template.id, { quality: now });
    if (now === 'RED') pauseTemplate(core, account, template.id);
  }
}

function qualityOf(blocks: number, received: number): Quality {
  const share = received === 0 ? 0 : blocks / received;
  if (blocks >= 3 && share >= 0.2) return 'RED';
  return blocks >= 2 && share >= 0.1 ? 'YELLOW' : 'GREEN';
}

function lastTemplateOf(core: Core, account: Account, phone: Phone): Template | null {
  const message = core.messages.lastTemplate(account.key, phone.id);
  if (message === null) return null;
  const { name, language } = JSON.parse(message.content) as { name: string; language: { code: string } };
  return templatesOf(account).find((one) => one.name === name && one.language === language.code) ?? null;
}

/** A template whose quality is red is paused for three hours, then for six, then disabled. */
function pauseTemplate(core: Core, account: Account, id: string): void {
  const template = templatesOf(account).find((one) => one.id === id);
  if (template?.status !== 'APPROVED') return;
  const pauses = template.life?.pauses ?? 0;
  const pauseMs = restMs[pauses];
  if (pauseMs === undefined) {
    sendStatusUpdate(core, account, id, 'DISABLED', { title: 'DISABLED', description: 'Its quality stayed low' });
    return;
  }
  const paused_until_ms = clockOf(account) + pauseMs;
  // Blocks before the pause do not count again.
  changeTemplate(core, account, id, { life: { ...template.life, blocks_ms: [], pauses: pauses + 1, paused_until_ms } });
  const title = pauses === 0 ? 'FIRST_PAUSE' : 'SECOND_PAUSE';
  const description = `Your WhatsApp message template has been paused for ${pauseMs / hourMs} hours`;
  sendStatusUpdate(core, account, id, 'PAUSED', { title, description });
  scheduleWakeUp(account, paused_until_ms);
  core.database.write(() => core.accounts.save(account));
}

/** When the next pause ends, by the account's clock. */
export function pauseDueMs(account: Account): number | null {
  const dues = templatesOf(account).flatMap(({ status, life }) =>
    status === 'PAUSED' ? (life?.paused_until_ms ?? []) : [],
  );
  return dues.length === 0 ? null : Math.min(...dues);
}

/** Ends expired pauses. */
export function endPauses(core: Core, account: Account): void {
  const nowMs = clockOf(account);
  for (const { id, status, life } of templatesOf(account)) {
    const until = life?.paused_until_ms ?? null;
    if (status !== 'PAUSED' || until === null || until > nowMs) continue;
    changeTemplate(core, account, id, { quality: 'UNKNOWN', life: { ...life, paused_until_ms: null } });
    sendStatusUpdate(core, account, id, 'APPROVED', { title: 'UNPAUSE', description: 'Its pause is over' });
  }
}
