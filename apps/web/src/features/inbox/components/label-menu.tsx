import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconCheck, IconPencil, IconSettings, IconTag } from '@tabler/icons-react';
import { type RefObject, Suspense, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { ColorEdge } from '../../../ui/color-edge.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/layer/menu.tsx';
import { useRows } from '../../sync/public.ts';

const LabelDialog = lazyComponent(() => import('./label-dialog.tsx').then((module) => module.LabelDialog));

export type LabelMenuProps = {
  thread: Thread;
  /** The button of the header, which keys press; without it, one that edits in place. */
  button?: RefObject<HTMLButtonElement | null>;
  onLabel: (labelId: string, on: boolean) => void;
};

/** Puts labels on a conversation and takes them off. */
export function LabelMenu({ thread, button, onLabel }: LabelMenuProps) {
  const { t } = useLingui();
  const labels = useRows('labels');
  const [managing, setManaging] = useState(false);
  const chosen = new Set(thread.label_ids ?? []);
  return (
    <>
      <Menu
        label={t`Labels`}
        groups={[
          labels.map((label) => ({
            id: label.id,
            label: label.name,
            icon: <ColorEdge color={label.color} />,
            note: chosen.has(label.id) ? <IconCheck {...icon} aria-label={t`added`} /> : undefined,
            run: () => onLabel(label.id, !chosen.has(label.id)),
          })),
          [
            {
              id: 'manage',
              label: t`Manage labels`,
              icon: <IconSettings {...icon} />,
              run: () => setManaging(true),
            },
          ],
        ]}
        button={(props) =>
          button === undefined ? (
            <IconButton {...props} size="sm" label={t`Edit labels`}>
              <IconPencil {...smallIcon} />
            </IconButton>
          ) : (
            <IconButton
              {...props}
              ref={(element) => {
                button.current = element;
                props.ref(element);
              }}
              label={t`Labels`}
              command="inbox.label"
            >
              <IconTag {...icon} />
            </IconButton>
          )
        }
      />
      <Suspense>{managing && <LabelDialog onClose={() => setManaging(false)} />}</Suspense>
    </>
  );
}
