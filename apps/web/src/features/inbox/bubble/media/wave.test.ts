import { describe, expect, it } from 'vitest';
import { peaksOf } from './wave.ts';

describe('the waveform of audio', () => {
  it('has the peak of each part, relative to the highest', () => {
    const samples = Float32Array.from([0, 0.1, -0.5, 0.25, 0, 0, 0.125, 0]);
    expect(peaksOf(samples, 4)).toEqual([expect.closeTo(0.2), 1, 0, 0.25]);
  });
  it('is flat for silence', () => expect(peaksOf(new Float32Array(100), 5)).toEqual([0, 0, 0, 0, 0]));
  it('has all its bars for audio shorter than the number of bars', () => {
    expect(peaksOf(Float32Array.from([1, -1]), 4)).toEqual([1, 1, 1, 1]);
  });
  it('has all its bars without any samples', () => expect(peaksOf(new Float32Array(0), 3)).toEqual([0, 0, 0]));
});
