import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { IconBlur, IconSquare, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { useObjectUrl } from '../../../platform/use-object-url.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Area, areaBetween, placeArea, type Shot } from '../data/shots.ts';
import styles from './shot-editor.module.css';

const step = 0.02;
/** Shares of the picture: a shorter drag is a press. */
const shortestDrag = 0.01;

type Drag = { id: string; kind: 'draw' | 'move' | 'resize'; from: { x: number; y: number }; area: Area };

/**
 * A picture with areas that are blurred or marked. Drag on the picture to draw one; the buttons add one in the middle,
 * which arrows move and Shift with arrows resizes.
 */
export function ShotEditor(props: {
  shot: Shot;
  label: string;
  problem: string | null;
  onChange: (shot: Shot) => void;
  onRemove: () => void;
}) {
  const { t } = useLingui();
  const { shot, label, problem, onChange, onRemove } = props;
  const url = useObjectUrl(shot.original);
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const [tool, setTool] = useState<Area['kind']>('blur');
  const blurred = shot.areas.filter(({ kind }) => kind === 'blur').length;

  const put = (area: Area) => onChange({ ...shot, areas: [...shot.areas.filter(({ id }) => id !== area.id), area] });
  const replace = (area: Area) =>
    onChange({ ...shot, areas: shot.areas.map((one) => (one.id === area.id ? area : one)) });
  const remove = (id: string) => onChange({ ...shot, areas: shot.areas.filter((one) => one.id !== id) });
  const add = (kind: Area['kind']) => {
    setTool(kind);
    const area: Area = { id: uuidv7(), kind, x: 0.35, y: 0.4, width: 0.3, height: 0.2 };
    put(area);
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-area="${area.id}"]`)?.focus());
  };
  const pointOf = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return { x: 0, y: 0 };
    const share = (value: number) => Math.min(Math.max(value, 0), 1);
    return { x: share((event.clientX - box.left) / box.width), y: share((event.clientY - box.top) / box.height) };
  };
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement;
    const area = shot.areas.find(({ id }) => id === target.closest<HTMLElement>('[data-area]')?.dataset['area']);
    const from = pointOf(event);
    frame.current?.setPointerCapture(event.pointerId);
    if (area !== undefined)
      drag.current = { id: area.id, kind: 'handle' in target.dataset ? 'resize' : 'move', from, area };
    else {
      const drawn = areaBetween({ id: uuidv7(), kind: tool }, from, from);
      drag.current = { id: drawn.id, kind: 'draw', from, area: drawn };
    }
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const current = drag.current;
    if (current === null) return;
    const to = pointOf(event);
    const { from, area, kind } = current;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (kind === 'draw') {
      if (Math.hypot(dx, dy) >= shortestDrag) put(areaBetween(area, from, to));
    } else if (kind === 'move') replace(placeArea(area, { x: area.x + dx, y: area.y + dy }));
    else replace(placeArea(area, { width: area.width + dx, height: area.height + dy }));
  };
  const onKey = (event: KeyboardEvent, area: Area) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return remove(area.id);
    }
    const dx = { ArrowLeft: -step, ArrowRight: step }[event.key] ?? 0;
    const dy = { ArrowUp: -step, ArrowDown: step }[event.key] ?? 0;
    if (dx === 0 && dy === 0) return;
    event.preventDefault();
    const change = event.shiftKey
      ? { width: area.width + dx, height: area.height + dy }
      : { x: area.x + dx, y: area.y + dy };
    replace(placeArea(area, change));
  };
  const names = { blur: t`Blurred area`, mark: t`Marked area` };
  return (
    <fieldset className={styles.shot} aria-label={label}>
      <div
        ref={frame}
        className={styles.frame}
        data-shot
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
      >
        {url && <img src={url} alt={label} draggable={false} />}
        {shot.areas.map((area) => (
          <button
            key={area.id}
            type="button"
            data-area={area.id}
            data-kind={area.kind}
            className={styles.area}
            aria-label={names[area.kind]}
            aria-description={t`Arrow keys move, Shift and arrow keys resize, Delete removes.`}
            style={{
              insetInlineStart: `${area.x * 100}%`,
              insetBlockStart: `${area.y * 100}%`,
              inlineSize: `${area.width * 100}%`,
              blockSize: `${area.height * 100}%`,
            }}
            onKeyDown={(event) => onKey(event, area)}
          >
            <span className={styles.handle} data-handle="" />
          </button>
        ))}
      </div>
      <div className={styles.tools}>
        <Button size="sm" onClick={() => add('blur')} aria-pressed={tool === 'blur'}>
          <IconBlur {...smallIcon} />
          {t`Blur`}
        </Button>
        <Button size="sm" onClick={() => add('mark')} aria-pressed={tool === 'mark'}>
          <IconSquare {...smallIcon} />
          {t`Mark`}
        </Button>
        {shot.areas.length > 0 && (
          <Button size="sm" variant="plain" onClick={() => onChange({ ...shot, areas: shot.areas.slice(0, -1) })}>
            {t`Undo`}
          </Button>
        )}
        <IconButton size="sm" label={t`Remove ${label}`} onClick={onRemove}>
          <IconX {...icon} />
        </IconButton>
        <span className={styles.help}>
          {plural(blurred, {
            0: 'Drag over names and numbers to blur them.',
            one: '# area blurred',
            other: '# areas blurred',
          })}
        </span>
        <FormError>{problem}</FormError>
      </div>
    </fieldset>
  );
}
