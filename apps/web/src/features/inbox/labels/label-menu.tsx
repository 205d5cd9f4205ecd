import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { EarlyInput } from '../../../ui/early-input.tsx';
import type { MenuButtonProps } from '../../../ui/layer/menu.tsx';
import type { LabelPickerProps } from './label-picker.tsx';

const LabelDialog = lazyComponent(() => import('./label-dialog.tsx').then((module) => module.LabelDialog));
const LabelPicker = lazyComponent<LabelPickerProps>(
  () => import('./label-picker.tsx').then((module) => module.LabelPicker),
  { patient: true },
);

type PickerProps = Pick<LabelPickerProps, 'has' | 'onLabel' | 'align'>;

export type LabelMenuProps = PickerProps & {
  /** The button; spread the props on it. */
  button: (props: Omit<MenuButtonProps, 'aria-haspopup'> & { 'aria-haspopup': 'listbox' }) => ReactNode;
  /** What the list opens beside, where the button is not shown. */
  beside?: RefObject<HTMLElement | null> | undefined;
};

/** A button that puts labels on conversations and takes them off. */
export function LabelMenu({ button, beside, ...picker }: LabelMenuProps) {
  const [shown, setShown] = useState(false);
  const anchor = useRef<HTMLElement>(null);
  return (
    <>
      {button({
        ref: (element) => {
          anchor.current = element;
        },
        'aria-haspopup': 'listbox',
        'aria-expanded': shown,
        onClick: () => setShown(!shown),
      })}
      {shown && <LabelChoice {...picker} anchor={beside ?? anchor} onClose={() => setShown(false)} />}
    </>
  );
}

/** The labels beside `anchor`, and their dialog. */
export function LabelChoice(props: PickerProps & Pick<LabelPickerProps, 'anchor' | 'onClose'>) {
  const { t } = useLingui();
  const [managing, setManaging] = useState(false);
  const [typed, setTyped] = useState('');
  const early = <EarlyInput label={t`Labels`} value={typed} onChange={setTyped} onClose={props.onClose} />;
  return (
    <Suspense fallback={early}>
      {managing ? (
        <LabelDialog onClose={props.onClose} />
      ) : (
        <LabelPicker {...props} typed={typed} onType={setTyped} onManage={() => setManaging(true)} />
      )}
    </Suspense>
  );
}

/** Which of some conversations have a label. */
export function whichHave(threads: readonly Pick<Thread, 'label_ids'>[], labelId: string): 'all' | 'some' | 'none' {
  const count = threads.filter(({ label_ids: ids }) => ids.includes(labelId)).length;
  return count === 0 ? 'none' : count === threads.length ? 'all' : 'some';
}
