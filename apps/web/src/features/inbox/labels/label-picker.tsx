import { useLingui } from '@lingui/react/macro';
import { foldText } from '@parley/contract/fold-text';
import type { LabelColor } from '@parley/contract/types';
import { isVisible } from '@parley/contract/visible-text';
import { IconCheck, IconMinus, IconPlus, IconSettings } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { ColorEdge } from '../../../ui/color-edge.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { inputClass } from '../../../ui/field.tsx';
import { icon } from '../../../ui/icon.ts';
import type { PopoverAlign } from '../../../ui/layer/place-popover.ts';
import { Popover } from '../../../ui/layer/popover.tsx';
import { useEarlyFocus } from '../../../ui/use-early-focus.ts';
import { useRows } from '../../sync/public.ts';
import styles from './label-picker.module.css';
import { useAddLabel } from './use-add-label.ts';

export type LabelPickerProps = {
  /** The button beside which it opens. */
  anchor: RefObject<HTMLElement | null>;
  align?: PopoverAlign;
  /** Which of the conversations have a label. */
  has: (labelId: string) => 'all' | 'some' | 'none';
  onLabel: (labelId: string, on: boolean) => void;
  typed: string;
  onType: (typed: string) => void;
  onManage: () => void;
  onClose: () => void;
};

type Option = { id: string; words: string; color?: LabelColor; now: 'all' | 'some' | 'none'; run: () => void };

const marks = { all: <IconCheck {...icon} />, some: <IconMinus {...icon} />, none: null };

/** The labels, found by typing: stays open while several are put on and taken off, and makes the one that is missing. */
export function LabelPicker({ anchor, align, onClose, ...rest }: LabelPickerProps) {
  return (
    <Popover anchor={anchor} align={align} onClose={onClose} className={styles.picker}>
      <Picker {...rest} onClose={onClose} />
    </Popover>
  );
}

function Picker({ has, onLabel, typed, onType, onManage, onClose }: Omit<LabelPickerProps, 'anchor' | 'align'>) {
  const { t } = useLingui();
  const labels = useRows('labels');
  const addLabel = useAddLabel();
  const messageText = useServerErrorMessage();
  const [activeId, setActiveId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEarlyFocus(() => field.current);
  const name = isVisible(typed) ? typed.trim() : '';
  const type = (next: string) => {
    onType(next);
    setActiveId(null);
    setError(null);
  };
  const create = async () => {
    try {
      const { id } = await addLabel({ name, color: 'blue' });
      type('');
      onLabel(id, true);
    } catch (failure) {
      setError(messageText(failure));
    }
  };
  const found = labels.filter((label) => foldText(label.name).includes(foldText(name)));
  const options: Option[] = found.map(({ id, name: words, color }) => {
    const now = has(id);
    return { id, words, color, now, run: () => onLabel(id, now !== 'all') };
  });
  if (name !== '' && !labels.some((label) => foldText(label.name) === foldText(name))) {
    options.push({ id: 'create', words: t`Create “${name}”`, now: 'none', run: () => void create() });
  }
  const active = options.find(({ id }) => id === activeId) ?? (name === '' ? undefined : options[0]);
  const optionId = (id: string) => `${listId}-${id}`;
  const shownId = active && optionId(active.id);
  useEffect(() => {
    if (shownId !== undefined) document.getElementById(shownId)?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  const move = (step: 1 | -1) => {
    const at = active === undefined ? (step === 1 ? -1 : 0) : options.indexOf(active);
    setActiveId(options.at((at + step) % options.length)?.id ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Its keys are no shortcuts of the inbox.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') active?.run();
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        role="combobox"
        autoComplete="off"
        aria-label={t`Find or create a label`}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shownId}
        className={inputClass()}
        placeholder={t`Find or create a label`}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t`Labels`} aria-multiselectable="true" className={styles.list}>
        {options.map(({ id, words, color, now, run }) => (
          <button
            key={id}
            id={optionId(id)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={now === 'all'}
            data-active={id === active?.id || undefined}
            className={styles.option}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
          >
            {color === undefined ? <IconPlus {...icon} /> : <ColorEdge color={color} />}
            <bdi className={styles.name}>{words}</bdi>
            {marks[now]}
          </button>
        ))}
      </div>
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <button type="button" className={styles.option} onClick={onManage}>
        <IconSettings {...icon} />
        <span className={styles.name}>{t`Manage labels`}</span>
      </button>
    </>
  );
}
