import { expect, it } from 'vitest';
import { OrderedOutput } from './ordered-output.ts';
import { runConcurrently } from './run-concurrently.ts';

it('prints the first output live, and the others in their turn', () => {
  const shown: string[] = [];
  const stage = new OrderedOutput((text) => shown.push(text));
  const [first, second, third] = [stage.add(), stage.add(), stage.add()];
  second.show('b1');
  first.show('a1');
  third.show('c1');
  third.end();
  expect(shown).toEqual(['a1']);
  first.end();
  second.show('b2');
  expect(shown).toEqual(['a1', 'b1', 'b2']);
  second.end();
  expect(shown).toEqual(['a1', 'b1', 'b2', 'c1']);
});

it('runs two at a time in order, and exclusive ones alone', async () => {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string, isAlone = false) => ({ name, isAlone });
  const all = runConcurrently(2, [task('a'), task('b'), task('c'), task('d', true), task('e')], ({ name }) => {
    log.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
    return log.join('');
  };
  expect(log).toEqual(['a', 'b']);
  expect(await end('b')).toBe('abc');
  expect(await end('c')).toBe('abc');
  expect(await end('a')).toBe('abcd');
  expect(await end('d')).toBe('abcde');
  await end('e');
  expect(await all).toEqual(['a', 'b', 'c', 'd', 'e']);
});
