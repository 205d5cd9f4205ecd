import { expect, it } from 'vitest';
import { findLooseTexts } from './texts.ts';

const found = (text: string, path = 'apps/web/src/features/x/page.tsx') => findLooseTexts([{ path, text }]);

it.each([
  ['between tags', 'const a = <p>Hello there</p>;'],
  ['as an expression between tags', "const a = <p>{'Hello there'}</p>;"],
  ['as one of two', "const a = <p>{b ? 'Yes please' : null}</p>;"],
  ['in a template between tags', 'const a = <p>{`All people`}</p>;'],
  ['in a spoken attribute', 'const a = <button aria-label="Close it" />;'],
  ['in an attribute of a part', "const a = <TextField label={'Name'} />;"],
  ['in the message of a toast', "toast({ message: 'It was done' });"],
  ['in a list of actions', "const actions = [{ id: 'x', label: 'Delete' }];"],
])('finds text %s', (_where, text) => {
  expect(found(text)).toHaveLength(1);
});

it.each([
  ['macros', 'const a = <p title={t`Hello`}>{t`Hello there`}</p>;'],
  ['what is no text', 'const a = <svg viewBox="0 0 16 16"><path d="M4 1h9" /></svg>;'],
  ['attributes nobody reads', 'const a = <input type="text" role="combobox" className="x" />;'],
  ['numbers and signs', 'const a = <p>· 12 % ·</p>;'],
  ['the name of the product and keys', 'const a = <p title="https://">Parley<kbd>Ctrl ↵</kbd></p>;'],
  ['types', "type A = { label: 'one' | 'two' };"],
])('leaves %s alone', (_what, text) => {
  expect(found(text)).toEqual([]);
});

it('treats texts of the gallery as samples, and sentences as texts', () => {
  const path = 'apps/web/src/ui/ui.gallery.tsx';
  expect(found('const a = <ContactSquare label="Amara Okafor" />;', path)).toEqual([]);
  expect(found('const a = <p>This is the interface</p>;', path)).toHaveLength(1);
});
