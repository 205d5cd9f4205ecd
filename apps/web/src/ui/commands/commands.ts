import type { MessageDescriptor } from '@lingui/core';
import type { Icon } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { createStore } from '../../platform/store.ts';
import type { Keys } from './keys.ts';

/** The heading of a command in the palette and on the shortcut sheet, in this order. */
export const commandGroups = ['page', 'list', 'create', 'go', 'app'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export type Command = {
  /** `<feature>.<verb>`; the user's changes of its keys are stored under it. */
  id: string;
  title: MessageDescriptor;
  group: CommandGroup;
  /** The default keys; null for none. */
  keys: Keys | null;
  icon?: Icon;
  /** Search terms that are not in the title. */
  also?: MessageDescriptor;
  /** Hides it in the palette: moving within a list makes no sense from there. */
  keysOnly?: boolean;
  /** Leaves its keys to text fields, as undo does. */
  notInText?: boolean;
};

export type ActiveCommand = Command & { run: () => void };

type Layer = { commands: readonly ActiveCommand[] };

const layers: Layer[] = [];

/** Everything that can be done now, the nearest first. */
export const useActiveCommands = createStore<readonly ActiveCommand[]>([]);

function change(): void {
  const seen = new Set<string>();
  // The last one is the innermost: a screen's own keys precede those of the frame.
  useActiveCommands.set(
    [...layers]
      .reverse()
      .flatMap(({ commands }) => commands)
      .filter(({ id }) => !seen.has(id) && seen.add(id)),
  );
}

export const activeCommands = (): readonly ActiveCommand[] => useActiveCommands.get();

/**
 * Registers commands until the returned function is called.
 * @param of `frame`: they come after those of screens, whenever registered; the frame's code loads after the first
 * screen
 */
export function registerCommands(commands: readonly ActiveCommand[], of: 'screen' | 'frame' = 'screen'): () => void {
  const layer: Layer = { commands };
  if (of === 'frame') layers.unshift(layer);
  else layers.push(layer);
  change();
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    change();
  };
}

/**
 * Commands of a screen while it is shown: in the palette, on the shortcut sheet, by their keys. `operations` has the
 * function of each, by id; a missing one is not available now.
 */
export function useCommands(
  commands: readonly Command[],
  operations: Partial<Record<string, () => void>>,
  of: 'screen' | 'frame' = 'screen',
): void {
  const latest = useRef(operations);
  // With the screen that shows them, not after it is painted: a key may be pressed between.
  useLayoutEffect(() => {
    latest.current = operations;
  });
  const possible = commands.filter(({ id }) => operations[id] !== undefined);
  const which = possible.map(({ id }) => id).join(' ');
  const known = useRef(possible);
  known.current = possible;
  // `which` represents the commands, whose array is a new one at every render.
  useLayoutEffect(() => {
    const named = new Set(which.split(' '));
    return registerCommands(
      known.current
        .filter(({ id }) => named.has(id))
        .map((command) => ({ ...command, run: () => latest.current[command.id]?.() })),
      of,
    );
  }, [which, of]);
}
