import { useLingui } from '@lingui/react/macro';
import type { FlowStepKind } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/layer/menu.tsx';
import type { Place } from '../../data/flow-edit.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { useFlowWords } from '../../data/use-flow-words.ts';
import { stepIcons } from '../step-icon.tsx';

const groups: FlowStepKind[][] = [
  ['send_text', 'send_buttons', 'send_list', 'send_media', 'send_template', 'ask', 'ask_number'],
  ['branch', 'intent', 'wait', 'call_url', 'conversion'],
  ['assign', 'label', 'stage', 'note', 'done'],
  ['field', 'list', 'opt_out'],
];
const endings: FlowStepKind[] = ['go_to', 'hand_over', 'stop'];

type Props = {
  place: Place;
  editing: FlowEditing;
  /** Nothing follows: endings are offered too, and the button has its word. */
  ends: boolean;
  className?: string | undefined;
  tabIndex?: number;
};

/** Adds a step at a place; while a step is being moved, takes it there. */
export function AddStep({ place, editing, ends, className, tabIndex }: Props) {
  const { t } = useLingui();
  const { kinds } = useFlowWords();
  const offered = ends ? [...groups, endings] : groups;
  const { moving } = editing;
  if (moving !== null) {
    if (!editing.takes(place)) return null;
    return (
      <Button
        size="sm"
        className={className}
        tabIndex={tabIndex}
        data-target
        onClick={() => editing.moveTo(moving.id, place, moving.whole)}
      >
        {t`Move here`}
      </Button>
    );
  }
  return (
    <Menu
      label={t`Add step`}
      align="start"
      groups={offered.map((group) =>
        group.map((kind) => {
          const Sign = stepIcons[kind];
          return { id: kind, label: kinds[kind], icon: <Sign {...icon} />, run: () => editing.insert(place, kind) };
        }),
      )}
      button={(props) =>
        ends ? (
          <Button {...props} size="sm" className={className} tabIndex={tabIndex} data-add>
            <IconPlus {...smallIcon} />
            {t`Add step`}
          </Button>
        ) : (
          <IconButton {...props} size="sm" className={className} tabIndex={tabIndex} label={t`Insert step`} data-add>
            <IconPlus {...smallIcon} />
          </IconButton>
        )
      }
    />
  );
}
