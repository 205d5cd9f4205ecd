import { useLayoutEffect } from 'react';
import { isTextField } from './is-text-field.ts';

let loading = 0;
let pressing = false;
const kept: KeyboardEvent[] = [];

/**
 * Stands for commands whose code loads after the screen: characters that are typed meanwhile wait for them, in order and
 * however long that takes. Escape, or a press elsewhere, takes them back.
 */
export function KeysLoading() {
  useLayoutEffect(() => {
    loading += 1;
    // Twice is once.
    document.addEventListener('keydown', keep, true);
    document.addEventListener('pointerdown', forget, true);
    return () => {
      loading -= 1;
      if (loading === 0 && !pressing) void pressKept();
    };
  }, []);
  return null;
}

function forget(): void {
  kept.length = 0;
}

function keep(event: KeyboardEvent): void {
  if (event.key === 'Escape' && kept.length > 0) {
    // It closes what the keys would have opened, and nothing else.
    forget();
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  const types = event.key.length === 1 && event.key !== ' ' && !(event.ctrlKey || event.metaKey || event.altKey);
  // What follows goes behind what waits, also in a field that has opened meanwhile.
  if (!event.isTrusted || event.isComposing || !types || (isTextField(event.target) && kept.length === 0)) return;
  if (event.target instanceof Element && event.target.closest('dialog, [popover], [role="menu"], [data-own-keys]'))
    return;
  event.preventDefault();
  event.stopPropagation();
  kept.push(event);
}

async function pressKept(): Promise<void> {
  pressing = true;
  // The commands are registered with the screen that brought them; a field that a key opens is there before the next one.
  await later();
  while (loading === 0 && kept.length > 0) {
    for (const event of kept.splice(0, 1)) press(event);
    await later();
  }
  pressing = false;
  if (loading > 0) return;
  document.removeEventListener('keydown', keep, true);
  document.removeEventListener('pointerdown', forget, true);
}

const later = () => new Promise<void>((resolve) => setTimeout(resolve));

function press({ key, shiftKey }: KeyboardEvent): void {
  const at = document.activeElement ?? document.body;
  const isField = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement;
  if (!isField) {
    at.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
    return;
  }
  at.setRangeText(key, at.selectionStart ?? at.value.length, at.selectionEnd ?? at.value.length, 'end');
  at.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
