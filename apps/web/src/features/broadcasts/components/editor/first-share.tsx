import { useLingui } from '@lingui/react/macro';
import type { CampaignSchedule } from '@parley/contract/types';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import styles from './editor.module.css';
import { NumberInput } from './number-input.tsx';

const suggested = {
  percent: 5,
  wait_hours: 1,
  rest: 'go_on',
  failure_percent: 25,
  opt_out_percent: 5,
} as const;

type Props = { schedule: CampaignSchedule; change: (part: CampaignSchedule) => void };

/** A random part first, and what decides about the rest. */
export function FirstShare({ schedule, change }: Props) {
  const { t } = useLingui();
  const share = schedule.first_share ?? null;
  const set = (part: Partial<NonNullable<typeof share>>) =>
    share !== null && change({ first_share: { ...share, ...part } });
  return (
    <>
      <Checkbox
        checked={share !== null}
        onChange={(event) => change({ first_share: event.target.checked ? suggested : null })}
      >
        {t`Send to a few first, then wait`}
      </Checkbox>
      {share !== null && (
        <>
          <p className={styles.row}>
            <NumberInput
              label={t`First share, in percent`}
              value={share.percent}
              min={1}
              max={50}
              onChange={(percent) => set({ percent })}
            />
            <NumberInput
              label={t`Wait, in hours`}
              value={share.wait_hours}
              min={0.5}
              max={72}
              step={0.5}
              onChange={(wait_hours) => set({ wait_hours })}
            />
          </p>
          <p className={styles.row}>
            <NumberInput
              label={t`Stop above failures, in percent`}
              value={share.failure_percent}
              min={1}
              max={100}
              onChange={(failure_percent) => set({ failure_percent })}
            />
            <NumberInput
              label={t`Stop above opt-outs, in percent`}
              value={share.opt_out_percent}
              min={1}
              max={100}
              onChange={(opt_out_percent) => set({ opt_out_percent })}
            />
          </p>
          <Segments
            label={t`After the wait`}
            value={share.rest}
            segments={[
              { value: 'go_on', label: t`Send the rest` },
              { value: 'ask', label: t`Pause and ask` },
            ]}
            onChange={(rest) => set({ rest })}
          />
        </>
      )}
    </>
  );
}
