import { useLingui } from '@lingui/react/macro';
import type { ReplyTarget } from '@parley/contract/types';
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { useDurationText } from '../../../../ui/use-duration-text.ts';
import { ReplyTargetDialog } from './reply-target-dialog.tsx';
import styles from './reply-targets.module.css';
import { useTargetConditions } from './use-target-conditions.ts';

const mostTargets = 20;
const emptyTarget: ReplyTarget = {
  ...{ channel_ids: [], label_ids: [], hours: 'always' },
  ...{ first_minutes: null, next_minutes: null, resolve_minutes: null },
};

type Props = { targets: readonly ReplyTarget[]; save: (targets: ReplyTarget[]) => void };

/** The targets in their order: the first that fits a conversation counts. */
export function ReplyTargetList({ targets, save }: Props) {
  const { t } = useLingui();
  // The place of the target that is edited; one behind the last is new.
  const [editing, setEditing] = useState<number | null>(null);
  // A target has no id: it is its place.
  const rows = targets.map((target, place) => ({ target, place }));
  const swap = (place: number) => {
    const next = [...targets];
    next.splice(place, 2, ...targets.slice(place, place + 2).reverse());
    save(next);
  };
  return (
    <>
      {targets.length === 0 && <p>{t`No targets yet.`}</p>}
      <ol className={styles.list}>
        {rows.map(({ target, place }) => (
          <li key={place} className={styles.target}>
            <TargetText target={target} />
            <span className={styles.actions}>
              <IconButton label={t`Move target ${place + 1} up`} disabled={place === 0} onClick={() => swap(place - 1)}>
                <IconArrowUp {...icon} />
              </IconButton>
              <IconButton
                label={t`Move target ${place + 1} down`}
                disabled={place === targets.length - 1}
                onClick={() => swap(place)}
              >
                <IconArrowDown {...icon} />
              </IconButton>
              <IconButton label={t`Edit target ${place + 1}`} onClick={() => setEditing(place)}>
                <IconPencil {...icon} />
              </IconButton>
              <IconButton
                label={t`Delete target ${place + 1}`}
                onClick={() => save(targets.filter((_, other) => other !== place))}
              >
                <IconTrash {...icon} />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      {targets.length < mostTargets && (
        <p>
          <Button onClick={() => setEditing(targets.length)}>
            <IconPlus {...smallIcon} />
            {t`Add target`}
          </Button>
        </p>
      )}
      {editing !== null && (
        <ReplyTargetDialog
          target={targets[editing] ?? emptyTarget}
          listWith={(target) => [...targets.slice(0, editing), target, ...targets.slice(editing + 1)]}
          isNew={editing === targets.length}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

function TargetText({ target }: { target: ReplyTarget }) {
  const { t, i18n } = useLingui();
  const durationText = useDurationText();
  const { channels, labels } = useTargetConditions();
  const list = new Intl.ListFormat(i18n.locale, { type: 'disjunction' });
  const namesOf = (choices: typeof channels, ids: readonly string[], gone: string) =>
    list.format(ids.map((id) => choices.find(({ value }) => value === id)?.label ?? gone));
  const conditions = [
    target.channel_ids.length === 0 ? null : namesOf(channels, target.channel_ids, t`a removed channel`),
    target.label_ids.length === 0 ? null : namesOf(labels, target.label_ids, t`a deleted label`),
  ].filter((part) => part !== null);
  const { first_minutes: first, next_minutes: next, resolve_minutes: resolve, hours } = target;
  const times = [
    first === null ? null : t`First reply ${durationText(first)}`,
    next === null ? null : t`Later replies ${durationText(next)}`,
    resolve === null ? null : t`Resolved ${durationText(resolve)}`,
  ].filter((part) => part !== null);
  const all = times.length === 0 ? t`No target` : times.join(' · ');
  return (
    <span className={styles.words}>
      <strong>
        <bdi>{conditions.length === 0 ? t`All conversations` : conditions.join(' · ')}</bdi>
      </strong>
      <span className={styles.times}>{hours === 'working' ? t`${all}, in working hours` : all}</span>
    </span>
  );
}
