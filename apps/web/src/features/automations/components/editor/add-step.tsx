import { useLingui } from '@lingui/react/macro';
import type { FlowStepKind } from '@parley/contract/types';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../../ui/button.tsx';
import { icon, smallIcon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Menu } from '../../../../ui/layer/menu.tsx';
import { useFlowWords } from '../../data/use-flow-words.ts';
import { stepIcons } from '../step-icon.tsx';
import styles from './editor.module.css';

const groups: FlowStepKind[][] = [
  ['send_text', 'send_buttons', 'send_list', 'send_media', 'send_template', 'ask'],
  ['branch', 'wait', 'call_url'],
  ['assign', 'label', 'note', 'done'],
  ['field', 'list', 'opt_out'],
];
const endings: FlowStepKind[] = ['go_to', 'hand_over', 'stop'];

/** @param ends nothing follows: endings are offered too, and the button has its word */
export function AddStep({ ends, onAdd }: { ends: boolean; onAdd: (kind: FlowStepKind) => void }) {
  const { t } = useLingui();
  const { kinds } = useFlowWords();
  const offered = ends ? [...groups, endings] : groups;
  return (
    <div className={styles.add} data-end={ends || undefined}>
      <Menu
        label={t`Add step`}
        align="start"
        groups={offered.map((group) =>
          group.map((kind) => {
            const Sign = stepIcons[kind];
            return { id: kind, label: kinds[kind], icon: <Sign {...icon} />, run: () => onAdd(kind) };
          }),
        )}
        button={(props) =>
          ends ? (
            <Button {...props} size="sm">
              <IconPlus {...smallIcon} />
              {t`Add step`}
            </Button>
          ) : (
            <IconButton {...props} size="sm" label={t`Insert step`}>
              <IconPlus {...smallIcon} />
            </IconButton>
          )
        }
      />
    </div>
  );
}
