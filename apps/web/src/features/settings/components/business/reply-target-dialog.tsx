import { useLingui } from '@lingui/react/macro';
import type { ReplyTarget } from '@parley/contract/types';
import { useState } from 'react';
import { FieldRow } from '../../../../ui/form.tsx';
import { IdsField } from '../../../../ui/ids-field.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import { SettingDialog } from './setting-dialog.tsx';
import { minuteChoices, useTargetConditions } from './use-target-conditions.ts';

const [hour, day] = [60, 1_440];
const usualReplies = [5, 10, 15, 30, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, day, 2 * day, 3 * day];
const usualResolutions = [hour, 4 * hour, 8 * hour, 12 * hour, day, 2 * day, 3 * day, 5 * day, 7 * day, 14 * day];

type Props = {
  target: ReplyTarget;
  /** The whole list with this target as it is filled in. */
  listWith: (target: ReplyTarget) => ReplyTarget[];
  /** It is not in the list yet. */
  isNew: boolean;
  onClose: () => void;
};

/** One target: what it is for, and its times. */
export function ReplyTargetDialog({ target, listWith, isNew, onClose }: Props) {
  const { t } = useLingui();
  const durationText = useDurationText();
  const { channels, labels } = useTargetConditions();
  const [draft, setDraft] = useState(target);
  const change = (part: Partial<ReplyTarget>) => setDraft({ ...draft, ...part });
  const time = (name: 'first_minutes' | 'next_minutes' | 'resolve_minutes', label: string) => (
    <SelectField
      label={label}
      note={t`optional`}
      choices={minuteChoices(name === 'resolve_minutes' ? usualResolutions : usualReplies, draft[name], durationText)}
      clearable
      value={String(draft[name] ?? '')}
      onChange={(value) => change({ [name]: value === '' ? null : Number(value) })}
    />
  );
  return (
    <SettingDialog
      title={isNew ? t`Add reply target` : t`Edit reply target`}
      changes={() => ({ reply_targets: { targets: listWith(draft) } })}
      fields={[]}
      saved={t`Reply target saved`}
      onClose={onClose}
    >
      {() => (
        <>
          <IdsField
            label={t`Channels`}
            note={t`none for all`}
            choices={channels}
            gone={t`Removed channel`}
            ids={draft.channel_ids}
            onChange={(channel_ids) => change({ channel_ids })}
          />
          <IdsField
            label={t`Labels`}
            note={t`none for all`}
            choices={labels}
            gone={t`Deleted label`}
            ids={draft.label_ids}
            onChange={(label_ids) => change({ label_ids })}
          />
          <FieldRow>
            {time('first_minutes', t`First reply within`)}
            {time('next_minutes', t`Later replies within`)}
          </FieldRow>
          <FieldRow>
            {time('resolve_minutes', t`Resolved within`)}
            <SelectField
              label={t`Hours counted`}
              choices={[
                { value: 'always', label: t`Day and night` },
                { value: 'working', label: t`Working hours of the channel` },
              ]}
              value={draft.hours}
              onChange={(hours) => change({ hours: hours === 'working' ? hours : 'always' })}
            />
          </FieldRow>
        </>
      )}
    </SettingDialog>
  );
}
