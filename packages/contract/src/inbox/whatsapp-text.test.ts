import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type BlockNode, hasFormatting, type InlineNode, parseWhatsAppText, plainTextOf } from './whatsapp-text.ts';

/** Writes nodes back as a short notation that shows their nesting. */
function inline(nodes: readonly InlineNode[]): string {
  return nodes
    .map((node) => {
      if ('children' in node) return `${node.kind}(${inline(node.children)})`;
      if (node.kind === 'link') return `link(${node.href})`;
      return node.kind === 'code' ? `code(${node.text})` : node.text;
    })
    .join('');
}

function shown(text: string): string {
  return parseWhatsAppText(text)
    .map((block) => {
      if (block.kind === 'mono') return `mono(${block.text})`;
      if (block.kind === 'text') return inline(block.children);
      return `${block.kind}(${block.lines.map(inline).join('|')})`;
    })
    .join('¶');
}

describe('WhatsApp formatting', () => {
  it.each([
    ['plain words', 'plain words'],
    ['*bold* _italic_ ~gone~', 'bold(bold) italic(italic) strike(gone)'],
    ['*_both_*', 'bold(italic(both))'],
    ['say *two words* now', 'say bold(two words) now'],
    ['(*inside*)!', '(bold(inside))!'],
    ['`code *stays*`', 'code(code *stays*)'],
    ['```two\nlines```', 'mono(two\nlines)'],
    ['before ```x``` after', 'before ¶mono(x)¶ after'],
    ['> quoted\n> twice', 'quote(quoted|twice)'],
    ['- one\n* two', 'bullets(one|two)'],
    ['3. c\n4. d', 'numbers(c|d)'],
    ['list:\n- *a*\nend', 'list:¶bullets(bold(a))¶end'],
    ['دراجة *زرقاء* هنا', 'دراجة bold(زرقاء) هنا'],
  ])('%j is parsed as %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    '2*3*4',
    'snake_case_name',
    'a * not hugging * b',
    '*open',
    '**',
    '***',
    '*a*b',
    'a ~ b ~ c',
    '` `',
    '``````',
    '>no space',
    '-no space',
    '5.no space',
    '*two\nlines*',
  ])('%j stays as typed', (text) => {
    expect(shown(text)).toBe(text);
  });

  it('links addresses and nothing that a browser would run', () => {
    expect(shown('see https://example.com/a_b_c?x=1, ok')).toBe('see link(https://example.com/a_b_c?x=1), ok');
    expect(shown('(http://example.com/(a))')).toBe('(link(http://example.com/(a)))');
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com',
      'xhttps://example.com',
      'https://',
    ]) {
      expect(shown(text)).toBe(text);
    }
    expect(shown('*https://example.com*')).toBe('bold(link(https://example.com/))');
  });

  it('keeps the end of an address, and leaves the punctuation of the sentence', () => {
    expect(shown('https://instagram.com/maria_')).toBe('link(https://instagram.com/maria_)');
    expect(shown('_https://instagram.com/maria_')).toBe('italic(link(https://instagram.com/maria))');
    expect(shown('(see https://example.com/a_(b)).')).toBe('(see link(https://example.com/a_(b))).');
    expect(shown('https://example.com/x))))!')).toBe('link(https://example.com/x)))))!');
    expect(shown('*www.example.com/x*')).toBe('bold(link(https://www.example.com/x))');
    expect(shown('~mail@example.com~, _wa.me/447700900123_')).toBe(
      'strike(link(mailto:mail@example.com)), italic(link(https://wa.me/447700900123))',
    );
  });

  it('shows a text as typed that is longer than four times what WhatsApp lets us send', () => {
    expect(shown('*a* '.repeat(4_096))).toContain('bold(a)');
    expect(shown('*a* '.repeat(4_097))).toBe('*a* '.repeat(4_097));
  });

  // The longest text that is parsed, of what takes a parser longest that looks ahead from every character.
  it.each([
    '*a ',
    '_a *b ~c ',
    '*a* ',
    '` ',
    '`a',
    '```',
    '``` ',
    'https://[',
    'https://a.example/)',
    '((',
    'a.a.',
    'a@a.',
    'a(a',
    '+1 ',
    '+1234567 ',
    'a.com ',
    'https://[ *',
    '> *',
    '1. _',
    '*',
  ])('reads 16,384 characters of %j in one go', (repeated) => {
    const text = repeated.repeat(16_384).slice(0, 16_384 - 'https://a.example/'.length);
    expect(parseWhatsAppText(text).length).toBeGreaterThan(0);
    expect(parseWhatsAppText(`https://a.example/${text}`).length).toBeGreaterThan(0);
  });

  it.each(['\n', ' ', '\n ', '1', '9. ', 'a.'])(
    'tells in one go whether 65,536 characters of %j have formatting',
    (repeated) => {
      expect(hasFormatting(repeated.repeat(65_536).slice(0, 65_536))).toBe(false);
    },
  );

  it('loses no character except the marks, whatever is typed', () => {
    const anyText = fc.string({
      unit: fc.constantFrom(...'*_~`>-1. \nab😀ض:/'.split(''), 'https://a.b'),
      maxLength: 200,
    });
    fc.assert(
      fc.property(anyText, (text) => {
        const left = (value: string) => value.replace(/[*_~`>\-0-9.\s]/g, '');
        const rawText = (blocks: readonly BlockNode[]) =>
          blocks
            .flatMap((block): InlineNode[] => {
              if (block.kind === 'mono') return [{ kind: 'text', text: block.text }];
              return block.kind === 'text' ? block.children : block.lines.flat();
            })
            .map(function read(node): string {
              return 'children' in node ? node.children.map(read).join('') : node.text;
            })
            .join('');
        expect(left(rawText(parseWhatsAppText(text)))).toBe(left(text));
      }),
    );
  });

  it('becomes one plain line for quotes', () => {
    expect(plainTextOf('*Hello*\n- one\n- two\n```x```')).toBe('Hello one two x');
  });
});

test('only what WhatsApp shows otherwise counts as formatting', () => {
  for (const text of ['*bold*', 'a `b` c', '- one\n- two', '> quoted', '```mono```'])
    expect(hasFormatting(text), text).toBe(true);
  for (const text of ['', '2 * 3 * 4', 'snake_case_name', 'https://a.example/x_y_', '~ about']) {
    expect(hasFormatting(text), text).toBe(false);
  }
});
