import { isApple } from '../../platform/operating-system.ts';

/**
 * Keys as text. One press is the typed character in lower case, after its modifiers: `c`, `?`, `shift+j`, `mod+k`,
 * `enter`. `mod` is Ctrl, or Cmd on Apple's machines. Two presses in sequence are separated by a blank: `g i`.
 */
export type Keys = string;

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const modifierNames = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'];

/** The press as text; null while only a modifier is down, and for combinations that belong to the browser or system. */
export function pressOf(event: Press, apple = isApple()): string | null {
  if (modifierNames.includes(event.key)) return null;
  const mod = apple ? event.metaKey : event.ctrlKey;
  if (apple ? event.ctrlKey : event.metaKey) return null;
  const letter = event.key.length === 1;
  const name = event.key === ' ' ? 'space' : event.key.toLowerCase();
  // A character needs Shift on some keyboards and not on others: only the typed character counts.
  const shift = event.shiftKey && (!letter || /\p{L}/u.test(event.key) || mod);
  return [mod && 'mod', event.altKey && 'alt', shift && 'shift', name].filter(Boolean).join('+');
}

/** Whether the keys work without typing a character: only those may stay on inside text fields. */
export function hasModifier(keys: Keys): boolean {
  return /^(mod|alt)\+/.test(keys);
}

const signs: Record<string, string> = {
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  enter: '↵',
  escape: 'Esc',
  space: '␣',
};

/** The labels of the key caps: `mod+k` is [[Ctrl, K]], `g i` is [[G], [I]]. */
export function keyCaps(keys: Keys, apple = isApple()): string[][] {
  return keys.split(' ').map((press) =>
    press.split(/\+(?=.)/).map((part) => {
      if (part === 'mod') return apple ? '⌘' : 'Ctrl';
      if (part === 'alt') return apple ? '⌥' : 'Alt';
      if (part === 'shift') return apple ? '⇧' : 'Shift';
      return signs[part] ?? (part.length === 1 ? part.toLocaleUpperCase() : part[0]?.toUpperCase() + part.slice(1));
    }),
  );
}
