import { type MouseEvent, type RefCallback, useLayoutEffect, useRef, useState } from 'react';

export type ModalProps = {
  /** Asked by Escape, by a press beside it and by whatever calls it; the owner then stops rendering the dialog. */
  onClose: () => void;
  /** Whether a press beside it closes it; not where typed text would be lost. Default true. */
  lightDismiss?: boolean;
};

/**
 * Shows a `<dialog>` modally while it is rendered: the page behind is inert, Escape closes, the focus moves to the
 * element with `data-focus`, else to its search, else to the dialog itself, and returns in the end. Spread the returned props on the
 * dialog.
 * @param options.modal false: it is a part of the page for now, which keeps the focus
 */
export function useModal({ onClose, lightDismiss = true, modal = true }: ModalProps & { modal?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const pressedBeside = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (element.open) {
      changeMode(element, modal);
      return;
    }
    if (!modal) {
      element.open = true;
      return;
    }
    element.showModal();
    // The browser would choose the first button, which is the one that closes.
    const first =
      element.querySelector<HTMLElement>('[data-focus]') ?? element.querySelector<HTMLElement>('[data-search]');
    (first ?? element).focus();
  }, [modal]);
  useLayoutEffect(() => {
    const element = dialog.current;
    // Closing it while it is still in the page restores the focus.
    return () => element?.close();
  }, []);

  const ref: RefCallback<HTMLDialogElement> = (element) => {
    dialog.current = element;
    setLayer(element);
  };
  return {
    layer,
    props: {
      ref,
      tabIndex: -1,
      onCancel: (event: { preventDefault: () => void; target: unknown; currentTarget: unknown }) => {
        // A file field inside sends the same event when its chooser is left.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      },
      // The browser may close it without asking (Escape twice); its owner may still keep it open.
      onClose: () => {
        if (!modal || dialog.current?.open !== false) return;
        dialog.current.showModal();
        onClose();
      },
      onPointerDown: (event: MouseEvent<HTMLDialogElement>) => {
        pressedBeside.current = event.target === event.currentTarget;
      },
      onClick: (event: MouseEvent<HTMLDialogElement>) => {
        // Only a press that also began beside it: selecting text may end there.
        if (modal && lightDismiss && pressedBeside.current && event.target === event.currentTarget) onClose();
      },
    },
  };
}

/** Shows an open dialog the other way. Dialogs that lie over it stay over it, and the focus where it is. */
function changeMode(element: HTMLDialogElement, modal: boolean): void {
  if (element.matches(':modal') === modal) return;
  const focused = document.activeElement;
  const over = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].filter((each) => each !== element);
  element.close();
  if (modal) {
    element.showModal();
    for (const each of over) {
      each.close();
      each.showModal();
    }
  } else element.open = true;
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
