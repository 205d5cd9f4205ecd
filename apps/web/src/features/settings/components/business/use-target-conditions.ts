import type { SelectChoice } from '../../../../ui/select-field.tsx';
import { useRows } from '../../../sync/public.ts';

/** What a target can be for: the account's channels and labels. */
export function useTargetConditions(): { channels: SelectChoice[]; labels: SelectChoice[] } {
  return {
    channels: useRows('channels').map(({ id, channel_label: label }) => ({ value: id, label })),
    labels: useRows('labels').map(({ id, name }) => ({ value: id, label: name })),
  };
}

/** Usual times in minutes, and the current one. */
export function minuteChoices(
  usual: readonly number[],
  current: number | null,
  durationText: (minutes: number) => string,
): SelectChoice[] {
  return [...new Set(current === null ? usual : [...usual, current])]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: durationText(minutes) }));
}
