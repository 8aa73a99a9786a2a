import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';

const COLUMNS = [
  { id: 'number', header: 'Numéro', cell: () => <b>A-10234</b>, share: 10 },
  { id: 'transporter', header: 'Transporteur', cell: () => 'Numidia Express', share: 10 },
  { id: 'place', header: 'Lieu', cell: () => 'Alger Centre', share: 10 },
];

/** As wide as it is and as what it holds is. */
function lay(element: HTMLElement, clientWidth: number, scrollWidth: number) {
  Object.defineProperties(element, {
    clientWidth: { value: clientWidth },
    scrollWidth: { value: scrollWidth },
    innerText: { value: element.textContent },
  });
}

it('says of a row what of it is cut, and nothing of what is whole', () => {
  render(<DataTable caption="" columns={COLUMNS} rows={['o1']} rowKey={(row) => row} />);
  const row = screen.getAllByRole('row').at(-1) as HTMLElement;
  const [number, ...others] = screen.getAllByRole('cell');
  lay(number as HTMLElement, 100, 90);
  // In its line, which has no width of its own.
  lay(screen.getByText('A-10234'), 0, 60);
  for (const cell of others) lay(cell, 100, 240);
  fireEvent.mouseEnter(row);
  expect(row.title).toBe('Numidia Express\nAlger Centre');
});
