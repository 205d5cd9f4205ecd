import type { Template } from '../graph/sample-templates.ts';
import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { changeTemplate } from './templates.ts';

/** A failure that only a later status reports. */
export interface SendOutcome {
  code: number;
  details: string;
}

/** A send on hold. */
export interface Paced {
  holdMs: number;
  /** The result after the hold; null: it is sent. */
  outcome: SendOutcome | null;
}

/**
 * Counts a send of a paced template: marketing whose quality is not green. Inside `write`.
 * @returns null when it is sent immediately
 */
export function takePace(core: Core, account: Account, template: Template | null): Paced | null {
  const { pacing } = account.faults;
  if (!pacing || template?.category !== 'MARKETING' || template.quality === 'GREEN') return null;
  const paced = (template.life?.paced ?? 0) + 1;
  changeTemplate(core, account, template.id, { life: { ...template.life, paced } });
  if (paced <= pacing.first) return null;
  const fate =
    pacing.ends === 'failed' ? { code: 132015, details: 'The template was paused while it was paced' } : null;
  return { holdMs: pacing.hold_ms, outcome: fate };
}
