import { useLingui } from '@lingui/react/macro';
import { IconArrowsMaximize, IconKeyboard, IconMinus, IconPlus } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Popover } from '../../../../ui/layer/popover.tsx';
import { numbered } from '../../data/numbered.ts';
import styles from './canvas.module.css';
import type { CanvasView } from './use-canvas-view.ts';

/** Zoom, and the keys of the canvas. @param helpId of the text that says in short how the keys work */
export function CanvasTools({ view, helpId, edits }: { view: CanvasView; helpId: string; edits: boolean }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const percent = Math.round(view.zoom * 100);
  const keys: [string, string][] = [
    [t`Arrow keys`, t`Move along the lines`],
    ['Enter', t`Open the step`],
    ...(edits
      ? ([
          ['A', t`Add a step below`],
          ['M', t`Move with the steps below`],
          ['Delete', t`Remove the step`],
        ] satisfies [string, string][])
      : []),
    [t`Shift + arrow keys`, t`Pan`],
    ['+ −', t`Zoom`],
    ['0', t`Fit to screen`],
  ];
  return (
    <div className={styles.tools} role="toolbar" aria-label={t`Zoom`}>
      <IconButton size="sm" label={t`Zoom out`} onClick={view.zoomOut}>
        <IconMinus {...icon} />
      </IconButton>
      <span className={styles.percent}>{percent}%</span>
      <IconButton size="sm" label={t`Zoom in`} onClick={view.zoomIn}>
        <IconPlus {...icon} />
      </IconButton>
      <IconButton size="sm" label={t`Fit to screen`} onClick={view.fit}>
        <IconArrowsMaximize {...icon} />
      </IconButton>
      <IconButton
        ref={anchor}
        size="sm"
        label={t`Keyboard`}
        aria-expanded={open}
        onClick={() => setOpen((was) => !was)}
      >
        <IconKeyboard {...icon} />
      </IconButton>
      <p id={helpId} hidden>
        {t`Arrow keys move along the lines, Enter opens a step, Shift and arrow keys pan.`}
      </p>
      {open && (
        <Popover anchor={anchor} onClose={() => setOpen(false)}>
          <dl className={styles.keys}>
            {numbered(keys).map(({ key, one: [caps, words] }) => (
              <div key={key}>
                <dt>
                  <kbd>{caps}</kbd>
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </Popover>
      )}
    </div>
  );
}
