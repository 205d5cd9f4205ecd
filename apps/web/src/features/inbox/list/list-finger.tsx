import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconArrowBackUp, IconCheck, IconRefresh, IconUser } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { icon } from '../../../ui/icon.ts';
import { toast } from '../../../ui/toast.ts';
import { ChoiceList } from '../change/choice-list.tsx';
import { useAssignment } from '../change/use-assignment.tsx';
import { useToggleDone } from '../change/use-change-thread.ts';
import styles from './list-finger.module.css';
import { type ListGesture, useListFinger } from './use-list-finger.ts';

export type ListFingerProps = {
  frame: RefObject<HTMLElement | null>;
  threads: readonly Thread[];
  /** Reads the list again. @returns whether it could */
  onRefresh: (() => Promise<boolean>) | undefined;
};

/** What a finger does with the rows: done in reading direction, assign against it, refresh by pulling the list down. */
export function ListFinger({ frame, threads, onRefresh }: ListFingerProps) {
  const { t } = useLingui();
  const toggleDone = useToggleDone();
  const [shown, setShown] = useState<ListGesture | null>(null);
  const [assigning, setAssigning] = useState<{ thread: Thread; link: HTMLElement } | null>(null);
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    if (onRefresh === undefined || refreshing) return;
    setRefreshing(true);
    if (!(await onRefresh())) toast({ message: t`Couldn’t refresh the list. Check your connection and try again.` });
    setRefreshing(false);
  };
  const find = (id: string) => threads.find((thread) => thread.id === id);
  useListFinger(frame, setShown, ({ kind, id, link }) => {
    const thread = find(id);
    if (kind === 'refresh') void refresh();
    else if (thread && kind === 'done') toggleDone(thread);
    else if (thread) setAssigning({ thread, link });
  });
  const pulled = shown?.kind === 'refresh' ? shown : null;
  const reopens = shown !== null && find(shown.id)?.state === 'DONE';
  return (
    <>
      {shown !== null && shown.kind !== 'refresh' && (
        <div
          className={styles.behind}
          data-kind={shown.kind}
          data-enough={shown.enough || undefined}
          style={{ insetBlockStart: shown.top }}
          aria-hidden="true"
        >
          {shown.kind === 'assign' ? (
            <IconUser {...icon} />
          ) : reopens ? (
            <IconArrowBackUp {...icon} />
          ) : (
            <IconCheck {...icon} />
          )}
          {shown.kind === 'assign' ? t`Assign` : reopens ? t`Reopen` : t`Done`}
        </div>
      )}
      {onRefresh && (pulled !== null || refreshing) && (
        <p role="status" className={styles.refresh} data-enough={pulled?.enough || undefined}>
          <IconRefresh {...icon} />
          {refreshing ? t`Refreshing…` : pulled?.enough ? t`Release to refresh` : t`Pull to refresh`}
        </p>
      )}
      {assigning && <AssignList key={assigning.thread.id} {...assigning} onClose={() => setAssigning(null)} />}
    </>
  );
}

function AssignList({ thread, link, onClose }: { thread: Thread; link: HTMLElement; onClose: () => void }) {
  const { t } = useLingui();
  const { choices, chosen, choose, load } = useAssignment(thread);
  const anchor = useRef(link);
  const begin = useRef(load);
  useEffect(() => begin.current(), []);
  const onChoose = (at: number) => {
    const choice = choices[at];
    onClose();
    if (choice !== undefined) choose(choice.value);
  };
  return <ChoiceList label={t`Assign`} {...{ choices, chosen, anchor, onChoose, onClose }} align="end" />;
}
