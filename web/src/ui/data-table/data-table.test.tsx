import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { DataTable } from './data-table.tsx';

const COLUMNS = [
  { id: 'number', header: 'Numéro', cell: () => 'A-10234', share: 10 },
  { id: 'transporter', header: 'Transporteur', cell: () => 'Numidia Express', share: 10 },
];

/** A cell of 100 px beside the others, and how wide what it holds is. */
function lay(cell: HTMLElement, at: number, width: number) {
  Object.defineProperties(cell, {
    getBoundingClientRect: { value: () => new DOMRect(at * 100, 0, 100, 44) },
    clientWidth: { value: 100 },
    scrollWidth: { value: width },
    innerText: { value: cell.textContent },
  });
}

it('says of a row what is cut where one points, and nothing of what is whole', () => {
  render(<DataTable caption="" columns={COLUMNS} rows={['o1']} rowKey={(row) => row} />);
  const row = screen.getAllByRole('row').at(-1) as HTMLElement;
  for (const [at, cell] of screen.getAllByRole('cell').entries()) lay(cell, at, at === 0 ? 90 : 240);
  fireEvent.mouseMove(row, { clientX: 150 });
  expect(row).toHaveAttribute('title', 'Numidia Express');
  fireEvent.mouseMove(row, { clientX: 50 });
  expect(row.title).toBe('');
});
