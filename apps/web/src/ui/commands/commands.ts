import type { MessageDescriptor } from '@lingui/core';
import type { Icon } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import type { Keys } from './keys.ts';

/** Under which heading a command stands in the palette and on the sheet of shortcuts, in this order. */
export const commandGroups = ['page', 'list', 'create', 'go', 'app'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export type Command = {
  /** `<feature>.<verb>`; what people changed about its keys is kept by it. */
  id: string;
  title: MessageDescriptor;
  group: CommandGroup;
  /** The keys it has unless the person chose others; null for none. */
  keys: Keys | null;
  icon?: Icon;
  /** Words people may look for that are not in the title. */
  also?: MessageDescriptor;
  /** Leaves it out of the palette: what moves within a list makes no sense from there. */
  keysOnly?: boolean;
  /** Leaves its keys to text fields, as undo does. */
  notInText?: boolean;
};

export type ActiveCommand = Command & { run: () => void };

type Layer = { commands: readonly ActiveCommand[] };

const layers: Layer[] = [];
const listeners = new Set<() => void>();
let current: readonly ActiveCommand[] = [];

function change(): void {
  const seen = new Set<string>();
  // What came last is nearest to the person: a screen's own keys stand over those of the frame.
  current = [...layers]
    .reverse()
    .flatMap(({ commands }) => commands)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
  for (const listener of [...listeners]) listener();
}

/** Everything that can be done now, the nearest first. */
export function activeCommands(): readonly ActiveCommand[] {
  return current;
}

/** Adds commands until the returned function is called. */
export function registerCommands(commands: readonly ActiveCommand[]): () => void {
  const layer: Layer = { commands };
  layers.push(layer);
  change();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    change();
  };
}

export function useActiveCommands(): readonly ActiveCommand[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, activeCommands);
}

/**
 * Commands of a screen while it is shown: in the palette, on the sheet of shortcuts, by their keys. `acts` says what each
 * does, by id; one that is missing cannot be done now.
 */
export function useCommands(commands: readonly Command[], acts: Partial<Record<string, () => void>>): void {
  const latest = useRef(acts);
  // With the screen that shows them, not after it is painted: a key may be pressed between.
  useLayoutEffect(() => {
    latest.current = acts;
  });
  const possible = commands.filter(({ id }) => acts[id] !== undefined);
  const which = possible.map(({ id }) => id).join(' ');
  const known = useRef(possible);
  known.current = possible;
  // `which` stands for the commands themselves, whose array is a new one at every render.
  useLayoutEffect(() => {
    const named = new Set(which.split(' '));
    return registerCommands(
      known.current
        .filter(({ id }) => named.has(id))
        .map((command) => ({ ...command, run: () => latest.current[command.id]?.() })),
    );
  }, [which]);
}
