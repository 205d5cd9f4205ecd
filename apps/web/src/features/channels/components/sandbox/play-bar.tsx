import { useLingui } from '@lingui/react/macro';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useStepText } from '../../data/sandbox/scenario-step-text.ts';
import type { Play } from '../../data/sandbox/use-scenarios.ts';

/** The progress of a scenario, above both phones. */
export function PlayBar({ play, onStop }: { play: Play; onStop: () => void }) {
  const { t } = useLingui();
  const words = useStepText();
  const step = play.scenario.steps[play.at];
  const what = step === undefined ? '' : words(step);
  const { name } = play.scenario;
  if (play.state === 'failed') {
    return <Banner tone="bad">{t`“${name}” stopped at step ${play.at + 1} (${what}): ${play.words ?? ''}`}</Banner>;
  }
  if (play.state === 'done') return <Banner tone="info">{t`“${name}” finished.`}</Banner>;
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={onStop}>
          {t`Stop`}
        </Button>
      }
    >
      {t`“${name}”, step ${play.at + 1} of ${play.scenario.steps.length}: ${what}`}
    </Banner>
  );
}
