import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconCheck } from '@tabler/icons-react';
import { type RefObject, useEffect } from 'react';
import { useNow } from '../../../../platform/use-now.ts';
import { ColorEdge } from '../../../../ui/color-edge.tsx';
import type { ToastMessage } from '../../../../ui/toast.ts';
import { useSteady } from '../../../../ui/use-steady.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { useRows } from '../../../sync/public.ts';
import type { ThreadChange } from '../../data/change-thread.ts';
import { snoozeTime } from '../../data/snooze-times.ts';
import { useAssignChoices } from '../../data/use-assign-choices.ts';
import { useChangeThread } from '../../data/use-change-thread.ts';
import { useOfferNote } from '../../data/use-offer-note.ts';
import { type Choice, ChoiceList } from '../choice-list.tsx';

export type CardList = 'assign' | 'snooze' | 'label';

export type CardChoicesProps = {
  thread: Thread;
  list: CardList;
  /** The link of the card, which has the focus again afterwards. */
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
};

type Act = Choice<string> & { change: ThreadChange; message: string; also?: ToastMessage['also'] };

/** What a key of the inbox offers for the focused card: whom to assign it to, until when to snooze it, its labels. */
export function CardChoices(props: CardChoicesProps) {
  if (props.list === 'assign') return <Assignees {...props} />;
  return props.list === 'snooze' ? <Times {...props} /> : <Labels {...props} />;
}

function Assignees(props: CardChoicesProps) {
  const { t } = useLingui();
  const { choices, load } = useAssignChoices();
  const offerNote = useOfferNote();
  const opened = useSteady(load);
  useEffect(opened, [opened]);
  const { id, assignee_id: member, assignee_group_id: group } = props.thread;
  const acts = choices.map(({ named, ...choice }) => ({
    ...choice,
    message: named === null ? t`Unassigned` : t`Assigned to ${named.name}`,
    ...(named !== null && { also: offerNote({ to: named, threadIds: [id] }) }),
  }));
  return <Acts {...props} label={t`Assign`} chosen={member ?? group ?? 'nobody'} acts={acts} />;
}

function Times(props: CardChoicesProps) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const nowMs = useNow();
  const at = (value: 'hours' | 'tomorrow' | 'week', label: string): Act => {
    const until = snoozeTime(value, nowMs);
    const message = t`Conversation snoozed`;
    return { value, label, note: words.until(until, nowMs), change: { snoozed_until: until }, message };
  };
  const acts: Act[] = [
    ...[at('hours', t`In 3 hours`), at('tomorrow', t`Tomorrow`), at('week', t`Next week`)],
    {
      ...{ value: 'reply', label: t`Until they reply`, change: { snoozed_until: 'reply' } },
      message: t`Conversation snoozed`,
    },
  ];
  return <Acts {...props} label={t`Snooze`} chosen={null} acts={acts} />;
}

function Labels(props: CardChoicesProps) {
  const { t } = useLingui();
  const acts = useRows('labels').map(({ id, name, color }): Act => {
    const had = props.thread.label_ids?.includes(id);
    return {
      ...{ value: id, label: name },
      picture: had ? <IconCheck size={18} aria-label={t`added`} /> : <ColorEdge color={color} />,
      change: had ? { remove_label_ids: [id] } : { add_label_ids: [id] },
      message: had ? t`${name} removed` : t`${name} added`,
    };
  });
  return <Acts {...props} label={t`Labels`} chosen={null} acts={acts} />;
}

type ActsProps = CardChoicesProps & { label: string; chosen: string | null; acts: readonly Act[] };

function Acts({ thread, anchor, onClose, label, chosen, acts }: ActsProps) {
  const change = useChangeThread();
  const choose = (at: number) => {
    const act = acts[at];
    onClose();
    if (act !== undefined && act.value !== chosen) change(thread, act.change, act.message, act.also);
  };
  return <ChoiceList {...{ label, chosen, anchor, onClose }} align="start" choices={acts} onChoose={choose} />;
}
