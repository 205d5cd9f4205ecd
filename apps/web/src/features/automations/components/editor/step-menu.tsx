import { useLingui } from '@lingui/react/macro';
import type { FlowStep } from '@parley/contract/types';
import { IconArrowsMove, IconArrowUp, IconCopy, IconDots, IconTrash } from '@tabler/icons-react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/layer/menu.tsx';
import { canDuplicate, canMoveUp, movesAlone } from '../../data/flow-edit.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { useFlowWords } from '../../data/use-flow-words.ts';

type Props = {
  step: FlowStep;
  editing: FlowEditing;
  className?: string | undefined;
  tabIndex?: number;
  /** Instead of removing it. */
  onRemove?: () => void;
};

/** What can be done with a step as a whole. */
export function StepMenu({ step: { id, kind }, editing, className, tabIndex, onRemove }: Props) {
  const { t } = useLingui();
  const words = useFlowWords().kinds[kind];
  const { flow } = editing;
  const alone = movesAlone(flow, id);
  const move = (whole: boolean) => () => editing.startMove(id, whole);
  return (
    <Menu
      label={t`Actions: ${words}`}
      groups={[
        [
          ...(canMoveUp(flow, id)
            ? [{ id: 'up', label: t`Move up`, icon: <IconArrowUp {...icon} />, run: () => editing.moveUp(id) }]
            : []),
          { id: 'move', label: t`Move…`, icon: <IconArrowsMove {...icon} />, run: move(!alone) },
          ...(alone
            ? [{ id: 'whole', label: t`Move with steps below…`, icon: <IconArrowsMove {...icon} />, run: move(true) }]
            : []),
          ...(canDuplicate(flow, id)
            ? [{ id: 'copy', label: t`Duplicate`, icon: <IconCopy {...icon} />, run: () => editing.duplicate(id) }]
            : []),
        ],
        [
          {
            ...{ id: 'remove', label: t`Remove`, icon: <IconTrash {...icon} />, danger: true },
            run: onRemove ?? (() => editing.remove(id)),
          },
        ],
      ]}
      button={(props) => (
        <IconButton
          {...props}
          size="sm"
          className={className}
          tabIndex={tabIndex}
          label={t`Actions: ${words}`}
          data-menu
        >
          <IconDots {...icon} />
        </IconButton>
      )}
    />
  );
}
