import { type FocusEvent, type KeyboardEvent, useRef } from 'react';

/**
 * The handlers of a field that is saved by Enter and when it is left. Leaving does not send again what Enter
 * just sent: it is saved or being saved, or was refused with an error that is still shown.
 */
export function useEnterOrLeave(save: (by: 'enter' | 'leave') => void) {
  const sent = useRef<string | null>(null);
  return {
    onFocus: (): void => {
      sent.current = null;
    },
    onBlur: ({ currentTarget: { value } }: FocusEvent<HTMLInputElement>): void => {
      if (value !== sent.current) save('leave');
    },
    onKeyDown: ({ key, repeat, nativeEvent, currentTarget: { value } }: KeyboardEvent<HTMLInputElement>): void => {
      if (key !== 'Enter' || repeat || nativeEvent.isComposing) return;
      sent.current = value;
      save('enter');
    },
  };
}
