import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { icon } from '../../../../ui/icon.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Drawer } from '../../../../ui/layer/drawer.tsx';
import { useBelow } from '../../../../ui/use-media.ts';
import { findStep } from '../../data/flow-edit.ts';
import type { FlowEditing } from '../../data/use-flow-editing.ts';
import { usePartWords } from '../../data/use-part-words.tsx';
import { Problem } from './card.tsx';
import styles from './editor.module.css';
import { PartForm, problemsOfPart } from './part-form.tsx';
import { StepMenu } from './step-menu.tsx';

type Props = {
  id: string;
  editing: FlowEditing;
  /** Over the end of the canvas, on phones over all of it; else a column. */
  over?: boolean;
};

/** The form of what is open on the canvas. */
export function PartPanel({ id, editing, over = false }: Props) {
  const { t } = useLingui();
  const phone = useBelow('md');
  const words = usePartWords()(editing.flow, id);
  const panel = useRef<HTMLElement>(null);
  const { focusesForm } = editing;
  const isSheet = over && phone;
  useEffect(() => {
    if (!focusesForm || isSheet) return;
    const field = `[data-part="${CSS.escape(id)}"] :is(input, textarea, button)`;
    // A step without fields: the button that closes.
    (
      panel.current?.querySelector<HTMLElement>(field) ?? panel.current?.querySelector<HTMLElement>('header > button')
    )?.focus();
  }, [id, focusesForm, isSheet]);
  if (words === null) return null;
  const close = () => editing.setOpen(null);
  const step = findStep(editing.flow, id);
  const menu = step !== undefined && editing.edits && <StepMenu step={step} editing={editing} />;
  const body = (
    <div className={styles.partBody} data-part={id} key={id}>
      {problemsOfPart(editing.problems, id).map((problem) => (
        <Problem key={problem}>{problem}</Problem>
      ))}
      <PartForm id={id} editing={editing} />
    </div>
  );
  if (isSheet) {
    return (
      <Drawer title={words.kind} actions={menu} onClose={close}>
        {body}
      </Drawer>
    );
  }
  return (
    <section
      ref={panel}
      className={over ? `${styles.pane} ${styles.over}` : styles.pane}
      aria-label={t`Step`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        close();
      }}
    >
      <header className={styles.paneHead}>
        {words.icon}
        <h2>{words.kind}</h2>
        <span className={styles.space} />
        {menu}
        <IconButton size="sm" label={t`Close`} onClick={close}>
          <IconX {...icon} />
        </IconButton>
      </header>
      <div className={styles.scroll}>{body}</div>
    </section>
  );
}
