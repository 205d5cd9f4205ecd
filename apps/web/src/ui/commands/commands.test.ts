import { describe, expect, test } from 'vitest';
import type { KeyChoices } from '../../platform/key-choices.ts';
import { type ActiveCommand, activeCommands, registerCommands } from './commands.ts';
import { conflictingCommand, keysOf, liveKeysOf } from './key-choices.ts';
import { createKeyReader, sequenceMs } from './key-reader.ts';
import { keyCaps, pressOf } from './keys.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const delivered: KeyChoices = { singleKeys: true, keys: {} };
const command = (id: string, keys: string | null, more: Partial<ActiveCommand> = {}): ActiveCommand => ({
  id,
  keys,
  group: 'app',
  title: { id },
  run: () => undefined,
  ...more,
});

describe('a press', () => {
  test.each([
    [{ key: 'c' }, false, 'c'],
    [{ key: 'J', shiftKey: true }, false, 'shift+j'],
    [{ key: '?', shiftKey: true }, false, '?'],
    [{ key: 'k', ctrlKey: true }, false, 'mod+k'],
    [{ key: 'k', metaKey: true }, true, 'mod+k'],
    [{ key: 'k', ctrlKey: true }, true, null],
    [{ key: 'k', metaKey: true }, false, null],
    [{ key: 'ArrowDown' }, false, 'arrowdown'],
    [{ key: 'ArrowUp', altKey: true }, false, 'alt+arrowup'],
    [{ key: 'Shift', shiftKey: true }, false, null],
    [{ key: ' ' }, false, 'space'],
  ])('%o, Apple %s: %s', (event, apple, expected) => {
    expect(pressOf({ ...none, ...event }, apple)).toBe(expected);
  });

  test('displays the labels of the keys', () => {
    expect(keyCaps('mod+k', false)).toEqual([['Ctrl', 'K']]);
    expect(keyCaps('mod+shift+n', true)).toEqual([['⌘', '⇧', 'N']]);
    expect(keyCaps('g i', false)).toEqual([['G'], ['I']]);
    expect(keyCaps('mod++', false)).toEqual([['Ctrl', '+']]);
    expect(keyCaps('escape', false)).toEqual([['Esc']]);
  });
});

describe('reading keys', () => {
  const commands = [
    command('go.inbox', 'g i'),
    command('assign', 'i'),
    command('palette', 'mod+k'),
    command('new', 'c'),
  ];
  const outside = { inText: false, atMs: 0 };

  test('two presses in sequence, but not after a pause', () => {
    const reader = createKeyReader();
    const after = (atMs: number) => ({ ...outside, atMs });
    expect(reader.read('g', outside, commands, delivered)).toBe('waiting');
    expect(reader.read('i', after(sequenceMs), commands, delivered)).toMatchObject({ id: 'go.inbox' });
    reader.read('g', outside, commands, delivered);
    expect(reader.read('i', after(sequenceMs + 1), commands, delivered)).toMatchObject({ id: 'assign' });
  });

  test('a text field gets keys that type', () => {
    const reader = createKeyReader();
    const inText = { inText: true, atMs: 0 };
    const undo = command('undo', 'mod+z', { notInText: true });
    expect(reader.read('c', inText, commands, delivered)).toBeNull();
    expect(reader.read('g', inText, commands, delivered)).toBeNull();
    expect(reader.read('mod+k', inText, commands, delivered)).toMatchObject({ id: 'palette' });
    expect(reader.read('mod+z', inText, [undo], delivered)).toBeNull();
    expect(reader.read('mod+z', outside, [undo], delivered)).toBe(undo);
  });

  test('when disabled, only keys with a modifier remain', () => {
    const reader = createKeyReader();
    const off = { ...delivered, singleKeys: false };
    expect(reader.read('c', outside, commands, off)).toBeNull();
    expect(reader.read('g', outside, commands, off)).toBeNull();
    expect(reader.read('mod+k', outside, commands, off)).toMatchObject({ id: 'palette' });
  });

  test('the user’s keys replace the defaults', () => {
    const reader = createKeyReader();
    const chosen: KeyChoices = { singleKeys: true, keys: { new: 'n', assign: null } };
    expect(reader.read('c', outside, commands, chosen)).toBeNull();
    expect(reader.read('n', outside, commands, chosen)).toMatchObject({ id: 'new' });
    expect(reader.read('i', outside, commands, chosen)).toBeNull();
  });
});

describe('choices', () => {
  test('list the active keys', () => {
    expect(keysOf(command('a', 'x'), { singleKeys: false, keys: {} })).toBe('x');
    expect(liveKeysOf(command('a', 'x'), { singleKeys: false, keys: {} })).toBeNull();
    expect(liveKeysOf(command('a', 'x'), { singleKeys: true, keys: { a: null } })).toBeNull();
  });

  test('name the command that already has the keys, or would conflict', () => {
    const commands = [command('go', 'g i'), command('new', 'c')];
    expect(conflictingCommand('x', 'c', commands, delivered)?.id).toBe('new');
    expect(conflictingCommand('x', 'g', commands, delivered)?.id).toBe('go');
    expect(conflictingCommand('new', 'c', commands, delivered)).toBeNull();
  });
});

describe('available commands', () => {
  test('the innermost comes first, and is removed with its screen', () => {
    const leaveFrame = registerCommands([command('frame', 'j')]);
    const leaveScreen = registerCommands([command('screen', 'j')]);
    expect(activeCommands().map(({ id }) => id)).toEqual(['screen', 'frame']);
    leaveScreen();
    expect(activeCommands().map(({ id }) => id)).toEqual(['frame']);
    leaveFrame();
    expect(activeCommands()).toEqual([]);
  });

  test('a screen’s commands precede the frame’s, also when those register later; a command has one id', () => {
    const leaveScreen = registerCommands([command('search', '/', { title: { id: 'conversations' } })]);
    const leaveFrame = registerCommands([command('search', '/'), command('new', 'c')], 'frame');
    expect(activeCommands().map(({ title }) => title.id)).toEqual(['conversations', 'new']);
    leaveScreen();
    expect(activeCommands().map(({ title }) => title.id)).toEqual(['search', 'new']);
    leaveFrame();
  });
});
