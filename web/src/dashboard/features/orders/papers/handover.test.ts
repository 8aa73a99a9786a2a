import { expect, it } from 'vitest';
import { paperLine, paperOrder } from './fixtures.ts';
import { handoversOf, piecesOf } from './handover.ts';

it('gives each transporter its parcels in their order, and sums what they collect to the centime', () => {
  const orders = [
    paperOrder({ number: 'A-3', transporterId: 'b', transporter: 'Beta', total: 0.1 }),
    paperOrder({ number: 'A-2', transporterId: 'a', transporter: 'Alpha', total: 1200.5 }),
    paperOrder({ number: 'A-1', transporterId: 'b', transporter: 'Beta', total: 0.2 }),
  ];
  const told = handoversOf(orders).map(({ transporter, parcels, total }) => [
    transporter,
    parcels.map(({ number }) => number),
    total,
  ]);
  expect(told).toEqual([
    ['Beta', ['A-3', 'A-1'], 30],
    ['Alpha', ['A-2'], 120_050],
  ]);
});

it('counts what was ordered', () => {
  expect(piecesOf(paperOrder({ lines: [paperLine({ quantity: 2 }), paperLine({ quantity: 3 })] }))).toBe(5);
});
