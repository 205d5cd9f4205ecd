import { describe, expect, it } from 'vitest';
import { createFieldBody } from '../contacts/schema.ts';
import { createLabelBody } from '../inbox/label-schema.ts';
import { createStageBody } from '../inbox/stage-schema.ts';
import { createViewBody } from '../inbox/view-schema.ts';
import { isVisible } from './visible-text.ts';

const invisible = {
  'zero width space': '\u200b',
  'word joiner': '\u2060',
  'right-to-left mark': '\u200f',
  'Hangul filler': '\u3164',
  'half-width Hangul filler': '\uffa0',
  'Braille blank': '\u2800',
  'variation selector': '\ufe0f',
  'no-break space': '\u00a0',
  'soft hyphen': '\u00ad',
  'tag characters': '\u{e0041}\u{e007f}',
};

describe('a name', () => {
  it.each(Object.entries(invisible))('of only a %s is refused', (_name, text) => {
    expect(isVisible(text.repeat(3))).toBe(false);
    for (const body of [createLabelBody, createStageBody, createFieldBody]) {
      expect(body.safeParse({ name: text.repeat(3) }).success).toBe(false);
    }
    expect(createViewBody.safeParse({ name: text, conditions: {} }).success).toBe(false);
  });
  it.each(['Won', 'فاز', '👍', '성공', '👩‍🔧', '⠓', 'क्‍ष', '-'])('%s is taken', (name) => {
    expect(isVisible(name)).toBe(true);
    expect(createStageBody.safeParse({ name }).success).toBe(true);
  });
});
