import { useLingui } from '@lingui/react/macro';
import type { Stage, Thread } from '@parley/contract/types';
import { IconCheck, IconCoins, IconDots } from '@tabler/icons-react';
import { memo, type PointerEvent, Suspense, useState } from 'react';
import { lazyComponent } from '../../../../platform/lazy-component.tsx';
import { ColorEdge } from '../../../../ui/color-edge.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu, type MenuAction } from '../../../../ui/layer/menu.tsx';
import { contactName } from '../../../contacts/public.ts';
import { useValueText } from '../../../stages/public.ts';
import { useRows } from '../../../sync/public.ts';
import { LabelChips } from '../../labels/label-chip.tsx';
import type { InboxView } from '../filters/views.ts';
import { RowLink } from '../thread-list.tsx';
import styles from './board.module.css';

const ValueDialog = lazyComponent(() => import('../../change/value-dialog.tsx').then((module) => module.ValueDialog));

type BoardCardProps = {
  thread: Thread;
  index: number;
  view: InboxView;
  stages: readonly Stage[];
  selected: boolean;
  /** Being moved. */
  carried: boolean;
  describedBy: string;
  onGrab: (event: PointerEvent<HTMLElement>, thread: Thread) => void;
  onMove: (thread: Thread, key: string) => void;
};

/** A conversation on the board: as in the list, with its value, labels and a menu. */
export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { thread, stages } = props;
  const { t } = useLingui();
  const labels = useRows('labels').filter(({ id }) => thread.label_ids.includes(id));
  const valueText = useValueText();
  const [valuing, setValuing] = useState(false);
  const check = <IconCheck {...icon} aria-label={t`current`} />;
  const entry = (key: string, label: string, color: Stage['color']): MenuAction => ({
    id: key,
    label,
    icon: <ColorEdge color={color} />,
    note: key === (thread.stage_id ?? 'none') ? check : undefined,
    run: () => props.onMove(thread, key),
  });
  return (
    <article
      className={styles.card}
      data-index={props.index}
      data-card={thread.id}
      data-selected={props.selected || undefined}
      data-carried={props.carried || undefined}
      data-bare={(thread.value === null && labels.length === 0) || undefined}
      onPointerDown={(event) => props.onGrab(event, thread)}
      onDragStart={(event) => event.preventDefault()}
      onContextMenu={(event) => props.carried && event.preventDefault()}
    >
      <RowLink thread={thread} view={props.view} selected={props.selected} describedBy={props.describedBy} />
      <div className={styles.foot}>
        {thread.value !== null && <b className={styles.value}>{valueText(thread.value)}</b>}
        <span className={styles.labels}>
          <LabelChips labels={labels} most={2} />
        </span>
        <Menu
          label={t`Move to`}
          titled
          groups={[
            [entry('none', t`No stage`, 'grey'), ...stages.map(({ id, name, color }) => entry(id, name, color))],
            [{ id: 'value', label: t`Set value`, icon: <IconCoins {...smallIcon} />, run: () => setValuing(true) }],
          ]}
          button={(button) => (
            <IconButton {...button} size="sm" tabIndex={-1} label={t`Move ${contactName(thread.contact)} to…`}>
              <IconDots {...icon} />
            </IconButton>
          )}
        />
      </div>
      <Suspense>{valuing && <ValueDialog thread={thread} onClose={() => setValuing(false)} />}</Suspense>
    </article>
  );
});
