import { useLingui } from '@lingui/react/macro';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { type SnoozeChoice, snoozeChoices, snoozeTime } from './snooze-times.ts';

/** The times that a snooze is offered until, with their names. */
export function useSnoozeChoices(nowMs: number): { until: string; label: string; note: string }[] {
  const { t } = useLingui();
  const words = useTimeLabels();
  const names: Record<SnoozeChoice, string> = { hours: t`In 3 hours`, tomorrow: t`Tomorrow`, week: t`Next week` };
  return snoozeChoices(nowMs).map((choice) => {
    const until = snoozeTime(choice, nowMs);
    return { until, label: names[choice], note: words.due(until, nowMs) };
  });
}
