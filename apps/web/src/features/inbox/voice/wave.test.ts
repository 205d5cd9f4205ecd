import { describe, expect, it } from 'vitest';
import { peaksOf } from './wave.ts';

describe('the drawing of a sound', () => {
  it('has the loudest sample of each part, against the loudest of all', () => {
    const samples = Float32Array.from([0, 0.1, -0.5, 0.25, 0, 0, 0.125, 0]);
    expect(peaksOf(samples, 4)).toEqual([expect.closeTo(0.2), 1, 0, 0.25]);
  });
  it('is flat for silence', () => expect(peaksOf(new Float32Array(100), 5)).toEqual([0, 0, 0, 0, 0]));
  it('has all its bars for a sound shorter than they are', () => {
    expect(peaksOf(Float32Array.from([1, -1]), 4)).toEqual([1, 1, 1, 1]);
  });
  it('has all its bars for no sound at all', () => expect(peaksOf(new Float32Array(0), 3)).toEqual([0, 0, 0]));
});
