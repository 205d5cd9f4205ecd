import { expect, it } from 'vitest';
import { filesOf } from './bundles.ts';

const manifest = {
  'index.html': { file: 'assets/index.js', imports: ['_base.js'] },
  '_base.js': { file: 'assets/base.js', imports: ['_runtime.js'] },
  '_runtime.js': { file: 'assets/runtime.js' },
  'src/page.tsx': { file: 'assets/page.js', imports: ['_base.js', 'index.html'] },
  'src/page.css': { file: 'assets/page.css' },
};

it('includes imported files, each once, without styles', () => {
  expect(filesOf(manifest, ['index.html', 'src/page.tsx', 'src/page.css'])).toEqual([
    'assets/base.js',
    'assets/index.js',
    'assets/page.js',
    'assets/runtime.js',
  ]);
});

it('reports a source without a file', () => {
  expect(() => filesOf(manifest, ['src/gone.tsx'])).toThrow('src/gone.tsx');
});
