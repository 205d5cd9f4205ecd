import type { ContactImport } from '@parley/contract/types';
import { useDraft } from '../../data/import/draft.ts';
import type { GoTo, Step } from '../../data/import/steps.ts';
import { CheckStep } from './check-step.tsx';
import { MapStep } from './map-step.tsx';
import { RulesStep } from './rules-step.tsx';
import { RunStep } from './run-step.tsx';

/** Steps 2 to 5 of an import. The draft stays while one goes back and forth. */
export function ImportSteps({ row, step, goTo }: { row: ContactImport; step: Step; goTo: GoTo }) {
  const [draft, setDraft] = useDraft(row);
  const shared = { row, draft, setDraft, goTo };
  if (step === 'map') return <MapStep {...shared} />;
  if (step === 'rules') return <RulesStep {...shared} />;
  if (step === 'check') return <CheckStep {...shared} />;
  return <RunStep row={row} goTo={goTo} />;
}
