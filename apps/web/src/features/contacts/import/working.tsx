import type { ContactImport } from '@parley/contract/types';
import { CheckStep } from './check-step.tsx';
import { useDraft } from './draft.ts';
import { MapStep } from './map-step.tsx';
import { RulesStep } from './rules-step.tsx';
import { RunStep } from './run-step.tsx';
import type { GoTo, Step } from './steps.ts';

/** Steps 2 to 5 of a file that was read; what is chosen in them stays when going back and forth. */
export function Working({ row, step, goTo }: { row: ContactImport; step: Step; goTo: GoTo }) {
  const [draft, setDraft] = useDraft(row);
  const shared = { row, draft, setDraft, goTo };
  if (step === 'map') return <MapStep {...shared} />;
  if (step === 'rules') return <RulesStep {...shared} />;
  if (step === 'check') return <CheckStep {...shared} />;
  return <RunStep row={row} goTo={goTo} />;
}
