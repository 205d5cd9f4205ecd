import type { Template } from '../graph/sample-templates.ts';
import type { Account } from '../storage/accounts.ts';
import type { Core } from './core.ts';
import { changeTemplate } from './templates.ts';

/** A failure that only a later status tells. */
export interface Fate {
  code: number;
  details: string;
}

/** A send that is held back. */
export interface Paced {
  holdMs: number;
  /** What becomes of it afterwards; null: it is sent. */
  fate: Fate | null;
}

/**
 * Counts a send of a template that is let loose slowly: marketing whose quality is not green. Inside `write`.
 * @returns null when it goes at once
 */
export function takePace(core: Core, account: Account, template: Template | null): Paced | null {
  const { pacing } = account.faults;
  if (!pacing || template?.category !== 'MARKETING' || template.quality === 'GREEN') return null;
  const paced = (template.life?.paced ?? 0) + 1;
  changeTemplate(core, account, template.id, { life: { ...template.life, paced } });
  if (paced <= pacing.first) return null;
  const fate =
    pacing.ends === 'failed' ? { code: 132015, details: 'The template was paused while it was paced' } : null;
  return { holdMs: pacing.hold_ms, fate };
}
