import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import { type ListColumn, sortable } from './sorting.ts';

type Sort = 'name' | 'name_desc' | 'products';

const COLUMNS: ListColumn<string, Sort>[] = [
  { id: 'name', header: 'Nom', sort: { up: 'name', down: 'name_desc' }, cell: (row) => row },
  { id: 'products', header: 'Produits', sort: { down: 'products' }, cell: () => 1 },
  { id: 'logo', header: 'Logo', cell: () => null },
];

function List() {
  const [sort, setSort] = useState<Sort>();
  return (
    <>
      <DataTable
        caption=""
        columns={sortable(COLUMNS, sort, setSort)}
        rows={['Nour']}
        rowKey={(row) => row}
      />
      <output>{sort ?? 'usual'}</output>
    </>
  );
}

it('sorts up, down and as usual again by presses on a header, and says so', async () => {
  render(<List />);
  const header = (name: string) => screen.getByRole('columnheader', { name });
  const press = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name }));
    return [screen.getByRole('status').textContent, header(name).getAttribute('aria-sort')];
  };
  expect(header('Nom').getAttribute('aria-sort')).toBe('none');
  expect(await press('Nom')).toEqual(['name', 'ascending']);
  expect(await press('Nom')).toEqual(['name_desc', 'descending']);
  expect(await press('Nom')).toEqual(['usual', 'none']);
  expect(await press('Produits')).toEqual(['products', 'descending']);
  expect(header('Nom').getAttribute('aria-sort')).toBe('none');
  expect(await press('Produits')).toEqual(['usual', 'none']);
  expect(header('Logo').hasAttribute('aria-sort')).toBe(false);
});
