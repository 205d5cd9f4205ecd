import { useLingui } from '@lingui/react/macro';
import type { AbTest } from '@parley/contract/types';
import { Field } from '../../../../ui/field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { Select } from '../../../../ui/select.tsx';
import { sharesOf, suggestedTest } from '../../data/editor/ab-test.ts';
import type { Broadcast } from '../../data/editor/use-broadcast.ts';
import { useWinnerRules } from '../../data/use-ab-labels.ts';
import styles from './editor.module.css';
import { NumberInput } from './number-input.tsx';

/** How many get which variant, and what decides about the rest. */
export function AbTestFields({ broadcast, test }: { broadcast: Broadcast; test: AbTest }) {
  const { t, i18n } = useLingui();
  const rules = useWinnerRules();
  const set = (part: Partial<AbTest>) => broadcast.store.change({ ab_test: { ...test, ...part } });
  const isHalf = test.percent === 50;
  const receiving = broadcast.counting.check?.will_receive ?? null;
  const shares = receiving === null ? null : sharesOf(receiving, test.percent);
  const [a, b, rest] = [shares?.a ?? 0, shares?.b ?? 0, shares?.rest ?? 0].map((count) => i18n.number(count));
  return (
    <fieldset className={styles.choice}>
      <legend>{t`Who gets which variant`}</legend>
      <span className={styles.row}>
        <Segments
          label={t`Who gets which variant`}
          value={isHalf ? 'half' : 'share'}
          segments={[
            { value: 'share', label: t`Test on a share, then send the winner` },
            { value: 'half', label: t`Half each` },
          ]}
          onChange={(way) => set({ percent: way === 'half' ? 50 : suggestedTest.percent })}
        />
      </span>
      {!isHalf && (
        <>
          <p className={styles.row}>
            <NumberInput
              label={t`Each variant, in percent`}
              value={test.percent}
              min={1}
              max={49}
              onChange={(percent) => set({ percent })}
            />
            <NumberInput
              label={t`Wait, in hours`}
              value={test.wait_hours}
              min={0.5}
              max={72}
              step={0.5}
              onChange={(wait_hours) => set({ wait_hours })}
            />
          </p>
          <Field label={t`The rest gets`}>
            {(ties) => (
              <Select
                {...ties}
                className={styles.narrow}
                value={test.winner}
                onChange={(event) => set({ winner: event.target.value as AbTest['winner'] })}
              >
                {(['read', 'replied', 'tapped', 'ask'] as const).map((rule) => (
                  <option key={rule} value={rule}>
                    {rules[rule]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
      <p className={styles.quiet}>
        {shares === null
          ? t`Recipients are chosen at random. Everyone gets one of the two.`
          : isHalf
            ? t`Chosen at random: ${a} get variant A, ${b} get variant B.`
            : t`Chosen at random: ${a} get variant A, ${b} get variant B, and ${rest} wait.`}{' '}
        {!isHalf && test.winner !== 'ask' && t`If results are equal or too few, variant A is sent.`}
      </p>
    </fieldset>
  );
}
