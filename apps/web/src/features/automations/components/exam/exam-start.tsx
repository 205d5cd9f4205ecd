import { useLingui } from '@lingui/react/macro';
import { examSizes } from '@parley/contract/intent-exam';
import type { StepOf } from '@parley/contract/types';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { IdsField } from '../../../../ui/ids-field.tsx';
import { Segments } from '../../../../ui/segments.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { useRows } from '../../../sync/public.ts';
import { type ExamPlace, startExam } from '../../data/exam-data.ts';
import styles from './exam.module.css';

type Props = { place: ExamPlace; step: StepOf<'intent'>; again: boolean; onStarted: () => void };
const sizes = examSizes.map(String);

/** Which messages AI is asked about. */
export function ExamStart({ place, step, again, onStarted }: Props) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const [channelIds, setChannelIds] = useState<string[]>([]);
  const [size, setSize] = useState(String(examSizes[0]));
  const { busy, run } = useAction();
  const start = () =>
    run(async () => {
      const intents = step.intents.map(({ name, about }) => ({ name, about }));
      const count = examSizes.find((one) => String(one) === size) ?? examSizes[0];
      await startExam(place, { intents, channel_ids: channelIds, count });
      onStarted();
    });
  return (
    <div className={styles.start}>
      <IdsField
        label={t`Channels`}
        note={t`None chosen: all channels`}
        choices={channels.map(({ id, channel_label }) => ({ value: id, label: channel_label }))}
        ids={channelIds}
        onChange={setChannelIds}
      />
      <span className={styles.line}>
        <Segments
          label={t`Number of messages`}
          segments={sizes.map((value) => ({ value, label: value }))}
          value={size}
          onChange={setSize}
        />
        <Button variant={again ? 'outlined' : 'filled'} busy={busy} onClick={() => void start()}>
          {again ? t`Try again` : t`Try ${size} messages`}
        </Button>
      </span>
      {again && <p className={styles.quiet}>{t`Trying again replaces the answers and marks below.`}</p>}
    </div>
  );
}
