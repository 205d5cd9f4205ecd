import { useLingui } from '@lingui/react/macro';
import type { ContactImport } from '@parley/contract/types';
import { Steps } from '../../../../ui/steps.tsx';
import { type GoTo, openSteps, type Step, steps } from '../../data/import/steps.ts';

/** The five steps of an import; available ones are links. */
export function StepBar({ row, step, goTo }: { row: ContactImport | null; step: Step; goTo: GoTo }) {
  const { t } = useLingui();
  const words = { upload: t`Upload`, map: t`Match`, rules: t`Rules`, check: t`Check`, run: t`Import` };
  const open = openSteps(row);
  return (
    <nav aria-label={t`Steps`}>
      <Steps
        words={steps.map((name) => words[name])}
        at={steps.indexOf(step)}
        goTo={(index) => {
          const name = steps[index];
          return name !== undefined && open.includes(name) ? () => goTo({ step: name }) : undefined;
        }}
        isBesideTitle
      />
    </nav>
  );
}
