import { describe, expect, it } from 'vitest';
import { type Area, areaBetween, placeArea, smallest } from './shots.ts';

const area: Area = { id: 'a', kind: 'blur', x: 0.4, y: 0.4, width: 0.2, height: 0.2 };

describe('areas of a screenshot', () => {
  it('stay inside the picture', () => {
    expect(placeArea(area, { x: 2, y: -1 })).toMatchObject({ x: 0.8, y: 0 });
    expect(placeArea(area, { width: 5 })).toMatchObject({ x: 0, width: 1 });
  });

  it('are never too small to see', () => {
    expect(placeArea(area, { width: 0, height: -1 })).toMatchObject({ width: smallest, height: smallest });
  });

  it('are drawn in any direction', () => {
    const drawn = areaBetween(area, { x: 0.75, y: 0.5 }, { x: 0.25, y: 0.25 });
    expect(drawn).toMatchObject({ x: 0.25, y: 0.25, width: 0.5, height: 0.25 });
  });
});
