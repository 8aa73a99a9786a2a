/** The geometry of the days' curve: pure, so that it can be tested and mirrored. */

export interface Frame {
  width: number;
  height: number;
  /** Room for the labels of the axes. */
  start: number;
  end: number;
  top: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
const GRID_LINES = 4;

/** The least round number that the highest value fits under. */
export function roundCeiling(value: number): number {
  if (value <= 0) return GRID_LINES;
  const power = 10 ** Math.floor(Math.log10(value / GRID_LINES));
  const step = STEPS.find((candidate) => candidate * power * GRID_LINES >= value) ?? 10;
  return step * power * GRID_LINES;
}

/** The heights of the grid's lines, from 0 up. */
export function gridValues(ceiling: number): number[] {
  return Array.from({ length: GRID_LINES + 1 }, (_, line) => (ceiling / GRID_LINES) * line);
}

/** One point per value, evenly spaced; in Arabic time runs from right to left. */
export function curve(values: readonly number[], ceiling: number, frame: Frame, mirrored: boolean): Point[] {
  const inner = frame.width - frame.start - frame.end;
  const step = values.length > 1 ? inner / (values.length - 1) : 0;
  return values.map((value, index) => {
    const along = frame.start + index * step;
    return { x: mirrored ? frame.width - along : along, y: heightOf(value, ceiling, frame) };
  });
}

export function heightOf(value: number, ceiling: number, frame: Frame): number {
  const inner = frame.height - frame.top - frame.bottom;
  return frame.top + inner * (1 - value / ceiling);
}

export function path(points: readonly Point[]): string {
  return points
    .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`)
    .join('');
}
