import { describe, expect, it } from 'vitest';
import { curve, type Frame, gridValues, path, roundCeiling } from './chart.ts';

const frame: Frame = { width: 120, height: 50, start: 10, end: 10, top: 0, bottom: 10 };

describe('the chart', () => {
  it('ends at a round number above the highest value', () => {
    expect(roundCeiling(0)).toBe(4);
    expect(roundCeiling(4)).toBe(4);
    expect(roundCeiling(98_200)).toBe(100_000);
    expect(roundCeiling(412_000)).toBe(600_000);
    expect(roundCeiling(52_100)).toBe(60_000);
    expect(gridValues(100)).toEqual([0, 25, 50, 75, 100]);
  });
  it('spreads the days over the frame, mirrored in Arabic', () => {
    const points = curve([0, 5, 10], 10, frame, false);
    expect(points).toEqual([
      { x: 10, y: 40 },
      { x: 60, y: 20 },
      { x: 110, y: 0 },
    ]);
    expect(curve([0, 5, 10], 10, frame, true)[0]?.x).toBe(110);
    expect(path(points)).toBe('M10.0 40.0L60.0 20.0L110.0 0.0');
  });
});
