import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { useSecondFactorQuestion } from '../data/second-factor-question.ts';

const SecondFactorDialog = lazyComponent(
  () => import('./second-factor-dialog.tsx').then((module) => module.SecondFactorDialog),
  { fallback: null },
);

/** The second step of any sign-in, while it is asked for. */
export function SecondFactorQuestion() {
  const question = useSecondFactorQuestion();
  return question && <SecondFactorDialog key={question.handle} {...question} />;
}
