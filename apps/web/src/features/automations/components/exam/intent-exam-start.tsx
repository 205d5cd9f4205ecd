import { useLingui } from '@lingui/react/macro';
import type { StepOf } from '@parley/contract/types';
import { useState } from 'react';
import { IdsField } from '../../../../ui/ids-field.tsx';
import { ExamStart } from '../../../ai/public-exam.ts';
import { useRows } from '../../../sync/public.ts';
import { type ExamPlace, startExam } from '../../data/exam-data.ts';

type Props = { place: ExamPlace; step: StepOf<'intent'>; again: boolean; onStarted: () => void };

/** Which messages AI is asked about. */
export function IntentExamStart({ place, step, again, onStarted }: Props) {
  const { t } = useLingui();
  const channels = useRows('channels');
  const [channelIds, setChannelIds] = useState<string[]>([]);
  return (
    <ExamStart
      again={again}
      onStart={async (count) => {
        const intents = step.intents.map(({ name, about }) => ({ name, about }));
        await startExam(place, { intents, channel_ids: channelIds, count });
        onStarted();
      }}
    >
      <IdsField
        label={t`Channels`}
        note={t`None chosen: all channels`}
        choices={channels.map(({ id, channel_label }) => ({ value: id, label: channel_label }))}
        ids={channelIds}
        onChange={setChannelIds}
      />
    </ExamStart>
  );
}
