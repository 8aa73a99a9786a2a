import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stops, TrackLine } from './track-line.tsx';

const entry = (kind: string, at: string) => ({
  id: kind,
  kind,
  note: '',
  actor: 'souk',
  at,
  data: {},
  lines: [],
});
const timeline = [
  entry('placed', '2026-11-20T09:00:00Z'),
  entry('confirmed', '2026-11-20T10:00:00Z'),
  entry('note', '2026-11-20T11:00:00Z'),
];

describe('the way of an order', () => {
  it('shows what is done, where it stands and what is ahead', () => {
    render(<TrackLine status="confirmed" timeline={timeline} />);
    const steps = screen.getAllByRole('listitem');
    expect(steps.map((step) => step.dataset.step)).toEqual([
      'done',
      'now',
      'ahead',
      'ahead',
      'ahead',
      'ahead',
    ]);
    const now = steps.find((step) => step.getAttribute('aria-current') === 'step');
    expect(now && within(now).getByText('Confirmée')).toBeTruthy();
  });
  it('shows no settlement whose payment was reversed', () => {
    const settled = [
      ...timeline,
      entry('delivered', '2026-11-21T08:00:00Z'),
      entry('settled', '2026-11-22T08:00:00Z'),
    ];
    const reversed = [...settled, entry('payment_reversed', '2026-11-23T08:00:00Z')];
    const reached = (way: typeof timeline) => stops('returning', way).map(({ status }) => status);
    expect(reached(settled)).toContain('settled');
    expect(reached(reversed)).not.toContain('settled');
    expect(reached([...reversed, entry('settled', '2026-11-24T08:00:00Z')])).toContain('settled');
  });
  it('ends where the order left the main way', () => {
    const left = stops('cancelled', [...timeline, entry('cancelled', '2026-11-21T08:00:00Z')]);
    expect(left.map(({ status, step }) => `${status} ${step}`)).toEqual([
      'placed done',
      'confirmed done',
      'cancelled now',
    ]);
  });
});
