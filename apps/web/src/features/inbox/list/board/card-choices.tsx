import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { useNow } from '../../../../platform/use-now.ts';
import { useSteady } from '../../../../ui/use-steady.ts';
import { ChoiceList } from '../../change/choice-list.tsx';
import { useAssignment } from '../../change/use-assignment.tsx';
import { useChangeThread } from '../../change/use-change-thread.ts';
import { useSnoozeChoices } from '../../composer/use-snooze-choices.ts';
import { LabelChoice, whichHave } from '../../labels/label-menu.tsx';
import type { SnoozeDialogProps } from '../../thread/header/snooze-dialog.tsx';

const SnoozeDialog = lazyComponent<SnoozeDialogProps>(() =>
  import('../../thread/header/snooze-dialog.tsx').then((part) => part.SnoozeDialog),
);

export type CardList = 'assign' | 'snooze' | 'label';

export type CardChoicesProps = {
  thread: Thread;
  list: CardList;
  /** The link of the card, which has the focus again afterwards. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

/** What a key of the inbox offers for the focused card: whom to assign it to, until when to snooze it, its labels. */
export function CardChoices(props: CardChoicesProps) {
  if (props.list === 'assign') return <Assignees {...props} />;
  return props.list === 'snooze' ? <Times {...props} /> : <Labels {...props} />;
}

function Assignees({ thread, anchor, onClose }: CardChoicesProps) {
  const { t } = useLingui();
  const { choices, chosen, choose, load } = useAssignment(thread);
  const opened = useSteady(load);
  useEffect(opened, [opened]);
  const onChoose = (at: number) => {
    onClose();
    choose(choices[at]?.value ?? chosen);
  };
  return <ChoiceList label={t`Assign`} align="start" {...{ choices, chosen, anchor, onChoose, onClose }} />;
}

function Times({ thread, anchor, onClose }: CardChoicesProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const times = useSnoozeChoices(nowMs);
  const [choosing, setChoosing] = useState(false);
  const change = useChangeThread();
  const choices = [
    ...times.map(({ until: value, ...time }) => ({ value, ...time })),
    { value: 'reply', label: t`Until they reply` },
    { value: 'other', label: t`Choose a time…` },
  ];
  const snooze = (until: string) => change(thread, { snoozed_until: until }, { message: t`Conversation snoozed` });
  const onChoose = (index: number) => {
    const until = choices[index]?.value;
    if (until === 'other') return setChoosing(true);
    onClose();
    if (until !== undefined) snooze(until);
  };
  if (choosing) {
    return (
      <Suspense>
        <SnoozeDialog nowMs={nowMs} onSnooze={snooze} onClose={onClose} />
      </Suspense>
    );
  }
  return <ChoiceList label={t`Snooze`} align="start" chosen={null} {...{ choices, anchor, onChoose, onClose }} />;
}

function Labels({ thread, anchor, onClose }: CardChoicesProps) {
  const change = useChangeThread();
  return (
    <LabelChoice
      {...{ anchor, onClose }}
      align="start"
      has={(id) => whichHave([thread], id)}
      onLabel={(id, on) => change(thread, on ? { add_label_ids: [id] } : { remove_label_ids: [id] })}
    />
  );
}
