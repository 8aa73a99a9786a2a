import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Tag } from 'lucide-react';
import { Direction } from 'radix-ui';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { count } from '@/i18n/format.ts';
import { directionOf, type Locale, startLocale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { parseSearch, stringifySearch } from '../../search-params.ts';
import { Staff } from '../../session/use-session.ts';
import { staffSession } from '../../testing/staff-session.ts';
import type { Bulk } from './bulk.tsx';
import { ListPage } from './list-page.tsx';
import { pickOne, pickSearched, pickYesNo } from './looks.tsx';
import { listSearch, text, yesNo } from './search.ts';
import type { ListColumn } from './sorting.ts';
import { useList } from './use-list.ts';

const search = listSearch('/dashboard/api/products', { brand: text(), category: text(), active: yesNo() }, [
  'name',
]);
type Search = ReturnType<typeof search.validate>;

const LOOKS = {
  brand: pickOne({
    label: () => 'Marque',
    all: () => 'Toutes',
    useChoices: () => [{ value: 'nour', label: 'Nour' }],
  }),
  category: pickSearched({
    label: () => 'Rayon',
    all: () => 'Tous les rayons',
    useChoices: () => [
      { id: '16', name: '16 Savons', also: 'صابون' },
      { id: '17', name: '17 Sels' },
    ],
  }),
  active: pickYesNo({ label: () => 'En vente', all: () => 'Tous', yes: () => 'Oui', no: () => 'Non' }),
};

interface Row {
  id: string;
  name: string;
}

const ALL: Row[] = Array.from({ length: 30 }, (_, index) => ({ id: `p${index}`, name: `Produit ${index}` }));

const COLUMNS: ListColumn<Row, 'name'>[] = [
  { id: 'name', header: 'Nom', area: 'main', cell: (row) => row.name },
  { id: 'code', header: 'Code', cell: ({ id }) => id },
  { id: 'price', header: 'Prix', cell: () => '100' },
];

const BULK: Bulk<Row> = {
  actions: [
    { id: 'hide', label: () => 'Masquer', icon: Tag, permission: 'catalog.write', dialog: () => null },
  ],
  links: [
    {
      id: 'print',
      label: () => 'Imprimer',
      icon: Tag,
      permission: 'catalog.read',
      most: 9,
      to: () => ({ to: '/products' }),
    },
  ],
  tick: ({ name }) => name,
  ticked: (rows) => `Cochés : ${rows}`,
};

/** The shop: 30 products, none of the brand, two of any category. */
function answer({ brand, category, page = 1, size = 24 }: Search): {
  rows: Row[];
  total: number;
  size?: number;
} {
  const found = brand ? [] : category ? ALL.slice(0, 2) : ALL;
  return { rows: found.slice((page - 1) * size, page * size), total: found.length };
}

function Products({ rows = answer }: { rows?: typeof answer }) {
  const list = useList(search, (asked: Search) => ({
    queryKey: ['rows', asked],
    queryFn: async () => rows(asked),
  }));
  return (
    <ListPage
      list={list}
      rows={(page) => page.rows}
      columns={COLUMNS}
      looks={LOOKS}
      words="Chercher"
      bulk={BULK}
      exports={{ path: '/dashboard/api/products/export' }}
      create={{ to: '/products', label: 'Nouveau produit', permission: 'catalog.write' }}
      empty={{ icon: Tag, title: 'Aucun produit' }}
      none={{ title: 'Rien ne correspond' }}
    />
  );
}

function show(
  address: string,
  {
    locale = 'fr',
    rows = answer,
    permissions = ['catalog.write'],
    employeeId = 'samira',
  }: { locale?: Locale; rows?: typeof answer; permissions?: string[]; employeeId?: string } = {},
) {
  startLocale(locale);
  const session = staffSession({ permissions });
  const root = createRootRoute({ staticData: { screen: null } });
  const products = createRoute({
    getParentRoute: () => root,
    path: '/products',
    validateSearch: search.validate,
    staticData: { screen: { title: m.db_nav_products, permission: null } },
    component: () => <Products rows={rows} />,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([products]),
    history,
    parseSearch,
    stringifySearch,
  });
  render(
    <Direction.Provider dir={directionOf(locale)}>
      <QueryClientProvider client={makeQueryClient()}>
        <Staff value={{ ...session, employee: { ...session.employee, id: employeeId } }}>
          <RouterProvider router={router as never} />
        </Staff>
      </QueryClientProvider>
    </Direction.Provider>,
  );
  return { address: () => history.location.href, back: () => history.back() };
}

it('leads by Tab to what makes a new one where it is seen, after the rest of the heading', async () => {
  show('/products');
  const create = await screen.findByRole('link', { name: 'Nouveau produit' });
  screen.getByRole('link', { name: m.db_export() }).focus();
  await userEvent.tab();
  expect(create).toHaveFocus();
});

it('offers nothing new to who may not make it', async () => {
  show('/products', { permissions: ['catalog.read'] });
  await screen.findByText('Produit 0');
  expect(screen.queryByRole('link', { name: 'Nouveau produit' })).toBeNull();
});

describe.each(['fr', 'ar'] as const)('a list, %s', (locale) => {
  it('is what its address says, and says it in the address', async () => {
    const { address } = show('/products?page=2&active=true', { locale });
    expect(await screen.findByText('Produit 24')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(m.db_nav_products());
    const filter = screen.getByLabelText('En vente');
    expect(filter).toHaveProperty('value', 'true');
    await userEvent.selectOptions(filter, 'Non');
    await waitFor(() => expect(address()).toBe('/products?active=false'));
    expect(await screen.findByText('Produit 0')).toBeTruthy();
  });
  it('is narrowed by what is found by typing, with the keys alone', async () => {
    const { address } = show('/products?q=rose&page=2', { locale });
    expect(await screen.findByText('Produit 24')).toBeTruthy();
    const category = await screen.findByRole('combobox', { name: 'Rayon' });
    expect(category).toHaveAttribute('placeholder', 'Tous les rayons');
    category.focus();
    await userEvent.keyboard('صابون{Enter}');
    await waitFor(() => expect(address()).toBe('/products?q=rose&category=16'));
    expect(category).toHaveFocus();
    expect(category).toHaveValue('16 Savons');
    expect(category).toHaveAttribute('data-set', 'true');
    await screen.findByText('Produit 1');
    // The second of the list, from the one that is chosen.
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/products?q=rose&category=17'));
    await userEvent.clear(category);
    await userEvent.tab();
    await waitFor(() => expect(address()).toBe('/products?q=rose'));
    expect(category).toHaveAttribute('data-set', 'false');
  });
  it('keeps its ticks where Escape closes what a filter offers', async () => {
    show('/products', { locale });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Produit 1' }));
    const category = await screen.findByRole('combobox', { name: 'Rayon' });
    category.focus();
    await userEvent.keyboard('s{Escape}');
    expect(screen.queryAllByRole('option', { name: /Savons/ })).toEqual([]);
    expect(screen.getByText('Cochés : 1')).toBeTruthy();
  });
  it('goes to its last page from past the end', async () => {
    const { address } = show('/products?page=9', { locale });
    expect(await screen.findByText('Produit 29')).toBeTruthy();
    expect(address()).toBe('/products?page=2');
  });
});

describe('a list', () => {
  it('tells “none match” from “none yet”, and offers to drop the filters', async () => {
    const { address } = show('/products?brand=nour');
    expect(await screen.findByText('Rien ne correspond')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Effacer les filtres' }));
    expect(await screen.findByText('Produit 0')).toBeTruthy();
    expect(address()).toBe('/products');
  });
  it('drops nothing but words and filters', async () => {
    const { address } = show('/products?q=rose&brand=nour&sort=name&size=48&place=oran');
    await userEvent.click(await screen.findByRole('link', { name: 'Effacer les filtres' }));
    await waitFor(() => expect(address()).toBe('/products?sort=name&size=48&place=oran'));
  });
  it('counts by the rows that came, where the shop gives fewer than were asked for', async () => {
    const rows = ({ page = 1 }: Search) => ({ ...answer({ page, size: 12 }), size: 12 });
    show('/products?page=2&size=24', { rows });
    expect(await screen.findByText('Produit 12')).toBeTruthy();
    expect(screen.getByLabelText(m.db_page_size_label())).toHaveProperty('value', '12');
    const range = m.db_page_range({ from: count(13), to: count(24), total: count(30) });
    expect(screen.getByText(range)).toBeTruthy();
    expect(screen.getByRole('link', { name: m.db_page_number({ n: 3 }) })).toBeTruthy();
  });
  it('says so where there is nothing yet', async () => {
    show('/products', { rows: () => ({ rows: [], total: 0 }) });
    expect(await screen.findByText('Aucun produit')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Effacer les filtres' })).toBeNull();
  });
  it('keeps its ticks over its pages, not over another question', async () => {
    show('/products');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Produit 1' }));
    await userEvent.click(screen.getByRole('link', { name: m.db_page_next() }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Produit 25' }));
    expect(screen.getByText('Cochés : 2')).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Marque'), 'Nour');
    await screen.findByText('Rien ne correspond');
    expect(screen.queryByText('Cochés : 2')).toBeNull();
  });
  it('has ticks for those who may only print what they tick', async () => {
    show('/products', { permissions: ['catalog.read'] });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Produit 1' }));
    expect(screen.getByRole('link', { name: 'Imprimer' })).toBeTruthy();
  });
  it('has nothing to tick for those who may do nothing with it', async () => {
    show('/products', { permissions: [] });
    expect(await screen.findByText('Produit 1')).toBeTruthy();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
  it('is had as a file of what it shows', async () => {
    show('/products?q=rose&page=2&sort=name');
    const link = await screen.findByRole('link', { name: m.db_export() });
    expect(link.getAttribute('href')).toBe('/dashboard/api/products/export?q=rose');
  });
});

describe.each(['fr', 'ar'] as const)('the columns of a list, %s', (locale) => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());
  const heads = () => screen.getAllByRole('columnheader', { hidden: true }).map((head) => head.textContent);
  const openMenu = async () => userEvent.click(await screen.findByRole('button', { name: m.db_columns() }));

  it('are hidden, moved and put back, and stay so for this person', async () => {
    show('/products', { locale, permissions: [] });
    await openMenu();
    expect(screen.getByRole('checkbox', { name: 'Nom' })).toBeDisabled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Code' }));
    expect(heads()).toEqual(['Nom', 'Prix']);
    // By the keyboard alone.
    screen.getByRole('button', { name: m.db_block_up({ name: 'Prix' }) }).focus();
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(heads()).toEqual(['Prix', 'Nom']);
    cleanup();
    show('/products', { locale, permissions: [] });
    await screen.findByText('Produit 1');
    expect(heads()).toEqual(['Prix', 'Nom']);
    await openMenu();
    await userEvent.click(screen.getByRole('button', { name: m.db_columns_reset() }));
    expect(heads()).toEqual(['Nom', 'Code', 'Prix']);
    expect(localStorage.length).toBe(0);
  });
  it('change where the browser has no room left', async () => {
    show('/products', { locale, permissions: [] });
    await openMenu();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => full.mockRestore());
    const failed = vi.fn((event: ErrorEvent) => event.preventDefault());
    window.addEventListener('error', failed);
    onTestFinished(() => window.removeEventListener('error', failed));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Code' }));
    expect(heads()).toEqual(['Nom', 'Prix']);
    expect(failed).not.toHaveBeenCalled();
  });
  it('are another person’s own', async () => {
    show('/products', { locale, permissions: [] });
    await openMenu();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Code' }));
    cleanup();
    show('/products', { locale, permissions: [], employeeId: 'omar' });
    await screen.findByText('Produit 1');
    expect(heads()).toEqual(['Nom', 'Code', 'Prix']);
  });
  it('are all there for the cards of a phone', async () => {
    const choice = { order: ['price', 'name'], hidden: ['code'] };
    localStorage.setItem('columns:samira:/dashboard/api/products', JSON.stringify(choice));
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => {},
      removeEventListener: () => {},
    }));
    show('/products', { locale, permissions: [] });
    await screen.findByText('Produit 1');
    expect(heads()).toEqual(['Nom', 'Code', 'Prix']);
  });
});
