import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, type Asked, answerWith } from '@/testing/answers.ts';
import { found, lineOf, productOf, type Shelf, searchBox, shopOf } from '../../../testing/order-shop.ts';
import { renderStaffScreen } from '../../../testing/render-staff-screen.tsx';
import { draftsOf, type LineDraft, productsOf } from './line-draft.ts';
import { LinesEditor } from './lines-editor.tsx';
import { useQuote } from './use-quote.ts';

const SOAP = lineOf('soap', 2);
const RED = lineOf('mat', 1, { combinationId: 'mat-g', combination: 'Grenade', sku: 'R-1' });

let lines: LineDraft[];

function Editor({ start, lastStays }: { start: LineDraft[]; lastStays?: string }) {
  const [typed, setTyped] = useState(start);
  lines = typed;
  const quote = useQuote({ products: productsOf(typed) });
  return (
    <LinesEditor
      lines={typed}
      onChange={setTyped}
      quote={quote.data}
      errorsAt={quote.errorsAt}
      {...(lastStays && { lastStays })}
    />
  );
}

interface Shown extends Shelf {
  start?: Parameters<typeof draftsOf>[0]['lines'];
  answers?: Parameters<typeof answerWith>[0];
  lastStays?: string;
  locale?: 'fr' | 'ar';
  permissions?: string[];
}

function show({
  start = [],
  answers = {},
  lastStays,
  locale = 'fr',
  permissions = ['stock.read'],
  ...shelf
}: Shown = {}) {
  let asked: readonly Asked[] = [];
  asked = answerWith({ ...shopOf(() => asked, shelf), ...answers });
  const drafts = draftsOf({ lines: start }).map((draft) => ({ ...draft, line: null }));
  renderStaffScreen(<Editor start={drafts} {...(lastStays && { lastStays })} />, { permissions, locale });
  return {
    quotes: () => asked.filter(({ path }) => path.endsWith('/quote')).map(({ body }) => body),
    stocks: () => asked.filter(({ path }) => path.endsWith('/stocks')),
  };
}

const spaced = (element: HTMLElement) => element.textContent?.replace(/\s/g, ' ');
const rows = () => {
  const list = screen.queryByRole('list', { name: m.db_order_lines() });
  return list ? within(list).getAllByRole('listitem') : [];
};
const rowOf = (name: string) => {
  const row = rows().find((one) => one.textContent?.includes(name));
  if (!row) throw new Error(`no row of ${name}`);
  return within(row);
};
const quantityOf = (name: string) => rowOf(name).getByRole('textbox', { name: m.db_order_quantity() });
const takeOut = (name: string) => rowOf(name).getByRole('button', { name: new RegExp(name) });

it.each(['fr', 'ar'] as const)(
  'shows each thing with its price, how many and what they cost, in %s',
  async (locale) => {
    show({ start: [SOAP, RED], locale });
    const unit = locale === 'fr' ? 'DA' : 'دج';
    await waitFor(() => expect(spaced(rows()[0] as HTMLElement)).toContain(`500 ${unit}`));
    expect(spaced(rows()[0] as HTMLElement)).toContain(`1 000 ${unit}`);
    expect(quantityOf('Savon noir')).toHaveValue('2');
    expect(rows()[1]).toHaveTextContent('Grenade · R-1');
  },
);

it('takes another number by its buttons, by typing and by the arrow keys', async () => {
  show({ start: [SOAP] });
  const quantity = quantityOf('Savon noir');
  await userEvent.click(screen.getByRole('button', { name: m.db_increase() }));
  expect(quantity).toHaveValue('3');
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '١٢');
  expect(quantity).toHaveValue('12');
  await userEvent.keyboard('{ArrowDown}');
  expect(productsOf(lines)).toEqual([{ product: 'soap', quantity: 11 }]);
  await waitFor(() => expect(spaced(rows()[0] as HTMLElement)).toContain('5 500 DA'));
});

it('says what is no quantity, and asks for no price of it', async () => {
  const { quotes } = show({ start: [SOAP] });
  const quantity = quantityOf('Savon noir');
  await waitFor(() => expect(quotes()).toHaveLength(1));
  await userEvent.clear(quantity);
  expect(quantity).toBeInvalid();
  expect(quantity).toHaveAccessibleDescription(m.db_order_lines_quantity_wrong({ most: '999' }));
  await userEvent.type(quantity, '1000');
  expect(quantity).toHaveValue('1000');
  expect(quantity).toBeInvalid();
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '3');
  await waitFor(() => expect(quotes()).toHaveLength(2));
  expect(quotes().at(-1)).toEqual({ products: [{ product: 'soap', quantity: 3 }] });
});

it('keeps the focus at the end of what a number may be', async () => {
  show({ start: [lineOf('soap', 2)] });
  const less = screen.getByRole('button', { name: m.db_decrease() });
  less.focus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(less).toHaveFocus();
  expect(quantityOf('Savon noir')).toHaveValue('1');
});

it('says of what there is not enough until it is fewer', async () => {
  show({ start: [lineOf('soap', 9), RED], most: 5 });
  const quantity = quantityOf('Savon noir');
  await waitFor(() => expect(quantity).toHaveAccessibleDescription(m.db_order_lines_short()));
  expect(quantityOf('Rouge mat')).toHaveAccessibleDescription('');
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '4');
  expect(quantity).toHaveAccessibleDescription('');
});

it('shows what each costs and what there is of it while one looks', async () => {
  const stocks = [
    { productId: 'mat', combinationId: 'mat-g', available: 5 },
    { productId: 'mat', combinationId: 'mat-p', available: 2 },
    // Found by a word of its own: of the product there may be more.
    { productId: 'gone', combinationId: 'gone-1', available: 3 },
  ];
  show({ answers: { '/warehouse/w/stocks': { body: { stocks, total: 3 } } } });
  await userEvent.type(searchBox(), 'rouge');
  const textOf = async (name: RegExp) => spaced(await screen.findByRole('option', { name }));
  await waitFor(async () => expect(await textOf(/^Rouge/)).toBe('Rouge mat7 dispoHT 960 DATTC 1 200 DA'));
  expect(await textOf(/^Baume/)).toMatch(/^BaumeHT/);
  // Of a pack the shelf knows nothing.
  expect(await textOf(/^Coffret/)).toMatch(/^CoffretHT/);
});

it('says of what there is nothing left', async () => {
  const stocks = [{ productId: 'soap', available: 0 }];
  show({ answers: { '/warehouse/w/stocks': { body: { stocks, total: 1 } } } });
  await userEvent.type(searchBox(), 'SAVON noir');
  const option = await screen.findByRole('option', { name: /^Savon/ });
  await waitFor(() => expect(spaced(option)).toBe('Savon noirépuiséHT 400 DATTC 500 DA'));
});

it.each(['sa', '61300018', 'savon grenade'])('asks the shelves of nothing by %s', async (words) => {
  const { stocks } = show();
  await userEvent.type(searchBox(), words);
  await screen.findByRole('option', { name: /^Savon/ });
  await userEvent.clear(searchBox());
  await userEvent.type(searchBox(), 'rouge');
  const option = await screen.findByRole('option', { name: /^Rouge/ });
  await waitFor(() => expect(option).toHaveTextContent('5 dispo'));
  expect(stocks()).toHaveLength(1);
});

it('tells no stock of a search that finds more than is told at once', async () => {
  const stocks = [{ productId: 'soap', available: 4 }];
  show({ answers: { '/warehouse/w/stocks': { body: { stocks, total: 2 } } } });
  await userEvent.type(searchBox(), 'savon');
  const option = await screen.findByRole('option', { name: /^Savon/ });
  expect(spaced(option)).toMatch(/^Savon noirHT/);
});

it('says what the shop refuses of a line at that line', async () => {
  const gone = [{ key: 'form.validation.product', text: 'not sold' }];
  const answers = {
    '/orders/quote': {
      status: 422,
      body: { code: 'orders.invalid_lines', errors: { 'products[1].product': gone } },
    },
  };
  show({ start: [SOAP, RED], answers });
  await waitFor(() => expect(quantityOf('Rouge mat')).toHaveAccessibleDescription(m.db_error_not_found()));
  expect(quantityOf('Savon noir')).toHaveAccessibleDescription('');
});

it('leads to the search when a line is taken out, where the Enter of a scanner takes out no other, and says so', async () => {
  show({ start: [SOAP, RED] });
  await userEvent.click(takeOut('Rouge mat'));
  expect(searchBox()).toHaveFocus();
  expect(screen.getByText(m.db_order_lines_out({ name: 'Rouge mat, Grenade' }))).toHaveRole('status');
  await userEvent.keyboard('{Enter}');
  expect(rows()).toHaveLength(1);
  await userEvent.click(takeOut('Savon noir'));
  expect(searchBox()).toHaveFocus();
  expect(screen.getByText(m.db_order_lines_none())).toBeVisible();
});

it('says the same once more where it happens once more', async () => {
  const plain = lineOf('soap', 1);
  show({ start: [plain, { ...plain, combinationId: 'other' }] });
  const text = m.db_order_lines_out({ name: 'Savon noir' });
  const said = () => screen.getByText(text).textContent;
  await userEvent.click(takeOut('Savon noir'));
  expect(said()).toBe(text);
  await userEvent.click(takeOut('Savon noir'));
  expect(said()).toBe(`${text}\u00a0`);
});

it('keeps the last line where it has to stay, and says why', async () => {
  show({ start: [SOAP, RED], lastStays: 'Annulez plutôt la commande.' });
  expect(screen.queryByText('Annulez plutôt la commande.')).toBeNull();
  await userEvent.click(takeOut('Rouge mat'));
  const out = takeOut('Savon noir');
  out.focus();
  expect(out).toHaveAccessibleDescription('Annulez plutôt la commande.');
  await userEvent.keyboard('{Enter}');
  expect(rows()).toHaveLength(1);
});

it('adds what is looked for by keyboard alone, one more of what stands there', async () => {
  show();
  searchBox().focus();
  await userEvent.keyboard('savon');
  await screen.findByRole('option', { name: /^Savon noir/ });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(quantityOf('Savon noir')).toHaveValue('1'));
  expect(searchBox()).toHaveFocus();
  expect(searchBox()).toHaveValue('');
  await userEvent.keyboard('savon');
  await screen.findByRole('option', { name: /^Savon noir/ });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(quantityOf('Savon noir')).toHaveValue('2'));
  expect(rows()).toHaveLength(1);
  expect(screen.getByText(m.db_order_lines_now({ name: 'Savon noir', n: '2' }))).toHaveRole('status');
});

it('asks for the combination, with what there is of it, and adds that', async () => {
  show({ answers: { '/dashboard/api/products': found('mat') } });
  await userEvent.type(searchBox(), 'rouge');
  await screen.findByRole('option', { name: /^Rouge mat/ });
  await userEvent.keyboard('{Enter}');
  const combination = await screen.findByLabelText(m.db_product_combination());
  // What is scanned meanwhile is no choice of this.
  expect(searchBox()).toHaveFocus();
  expect(screen.getByText(m.db_order_lines_choose({ name: 'Rouge mat' }))).toHaveRole('status');
  await userEvent.keyboard('{Enter}');
  expect(combination).toHaveFocus();
  const offered = () =>
    within(combination)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  await waitFor(() => expect(offered()).toEqual(['Grenade, 5 dispo', 'Prune, épuisé']));
  await userEvent.selectOptions(combination, 'mat-p');
  await userEvent.keyboard('{Enter}');
  expect(productsOf(lines)).toEqual([{ product: 'mat', combination: 'mat-p', quantity: 1 }]);
  expect(rows()[0]).toHaveTextContent('Prune · SKU-mat-p');
  expect(searchBox()).toHaveFocus();
  expect(screen.queryByLabelText(m.db_product_combination())).toBeNull();
});

it('tells no stock to who may not know it', async () => {
  show({ answers: { '/dashboard/api/products': found('mat') }, permissions: [] });
  await userEvent.type(searchBox(), 'rouge');
  await userEvent.click(await screen.findByRole('option', { name: /^Rouge mat/ }));
  const combination = await screen.findByLabelText(m.db_product_combination());
  expect(
    within(combination)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Grenade', 'Prune']);
});

it('leaves the choice by Escape and looks for another', async () => {
  show({ answers: { '/dashboard/api/products': found('mat') } });
  await userEvent.type(searchBox(), 'rouge');
  await userEvent.click(await screen.findByRole('option', { name: /^Rouge mat/ }));
  await screen.findByLabelText(m.db_product_combination());
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByLabelText(m.db_product_combination())).toBeNull();
  expect(searchBox()).toHaveFocus();
  expect(rows()).toEqual([]);
});

it('takes what a scanner wrote, with the combination whose code it is', async () => {
  show({ answers: { '/dashboard/api/products': found('mat') } });
  // Faster than anything is found.
  await userEvent.type(searchBox(), '61300018{Enter}');
  await waitFor(() =>
    expect(productsOf(lines)).toEqual([{ product: 'mat', combination: 'mat-p', quantity: 1 }]),
  );
});

it('takes a scan for the next thing while there is something to choose of the last', async () => {
  const answers = [found('mat'), found('soap')];
  show({ answers: { '/dashboard/api/products': () => answers.shift() ?? found() } });
  await userEvent.type(searchBox(), '61399990{Enter}');
  const combination = await screen.findByLabelText(m.db_product_combination());
  await userEvent.keyboard('61300020{Enter}');
  await waitFor(() => expect(productsOf(lines)).toEqual([{ product: 'soap', quantity: 1 }]));
  expect(combination).toBeVisible();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(productsOf(lines)).toEqual([
    { product: 'soap', quantity: 1 },
    { product: 'mat', combination: 'mat-g', quantity: 1 },
  ]);
});

/** Keys that come so many milliseconds after each other, ended by Enter. */
function press(on: HTMLElement, code: string, every: number) {
  [...code, 'Enter'].forEach((key, at) => {
    const event = createEvent.keyDown(on, { key });
    Object.defineProperty(event, 'timeStamp', { value: 1000 + at * every });
    fireEvent(on, event);
    // As the browser does of a letter with which another option begins.
    if (key === 'P') fireEvent.change(on, { target: { value: 'mat-p' } });
  });
}

it('shows what a few digits are only a part of, instead of taking it', async () => {
  show({ answers: { '/dashboard/api/products': found('soap') } });
  await userEvent.type(searchBox(), '10045{Enter}');
  await screen.findByRole('option');
  expect(productsOf(lines)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(productsOf(lines)).toEqual([{ product: 'soap', quantity: 1 }]));
});

it('takes a scan into the choice itself for the next thing, and chooses nothing by it', async () => {
  const answers = [found('mat'), found('soap')];
  show({ answers: { '/dashboard/api/products': () => answers.shift() ?? found() } });
  await userEvent.type(searchBox(), '61399990{Enter}');
  const combination = await screen.findByLabelText(m.db_product_combination());
  await userEvent.keyboard('{Enter}');
  expect(combination).toHaveFocus();
  press(combination, 'SAP1', 5);
  expect(combination).toHaveValue('mat-g');
  await waitFor(() => expect(productsOf(lines)).toEqual([{ product: 'soap', quantity: 1 }]));
  expect(searchBox()).toHaveFocus();
});

it('chooses by letters that are typed', async () => {
  show({ answers: { '/dashboard/api/products': found('mat') } });
  await userEvent.type(searchBox(), '61399990{Enter}');
  const combination = await screen.findByLabelText(m.db_product_combination());
  press(combination, 'PRUN', 60);
  expect(productsOf(lines)).toEqual([{ product: 'mat', combination: 'mat-p', quantity: 1 }]);
});

it.each([
  ['nothing', []],
  ['several things', ['soap', 'mat']],
])('writes the next scan over one that finds %s', async (_, ids) => {
  const answers = [found(...ids)];
  show({ answers: { '/dashboard/api/products': () => answers.shift() ?? found('gone') } });
  await userEvent.type(searchBox(), '6138888{Enter}');
  const field = searchBox() as HTMLInputElement;
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 7]));
  await userEvent.keyboard('613');
  expect(field).toHaveValue('613');
});

/** Answers once it is told to. */
function held(answer: Answer) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { reply: () => released.then(() => answer), release: () => release() };
}

it('adds each of what is taken before the first is read, over what is typed meanwhile', async () => {
  const slow = held({ body: productOf('soap') });
  const answers = [found('soap'), found('gift')];
  show({
    start: [RED],
    answers: {
      '/dashboard/api/products': () => answers.shift() ?? found(),
      '/dashboard/api/products/soap': slow.reply,
      '/dashboard/api/products/gift': { body: { ...productOf('soap'), id: 'gift' } },
    },
  });
  await userEvent.type(searchBox(), 'savon');
  await userEvent.click(await screen.findByRole('option', { name: /^Savon noir/ }));
  await userEvent.type(searchBox(), 'coffret');
  await userEvent.click(await screen.findByRole('option', { name: /^Coffret/ }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await userEvent.clear(quantityOf('Rouge mat'));
  await userEvent.type(quantityOf('Rouge mat'), '7');
  slow.release();
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(productsOf(lines).map(({ product, quantity }) => [product, quantity])).toEqual([
    ['mat', 7],
    ['gift', 1],
    ['soap', 1],
  ]);
});

it('says what could not be read, whatever was taken after it', async () => {
  const slow = held({ status: 404, body: { code: 'not_found' } });
  const answers = [found('gift'), found('soap')];
  show({
    answers: {
      '/dashboard/api/products': () => answers.shift() ?? found(),
      '/dashboard/api/products/gift': slow.reply,
    },
  });
  await userEvent.type(searchBox(), 'coffret');
  await userEvent.click(await screen.findByRole('option', { name: /^Coffret/ }));
  await userEvent.type(searchBox(), 'savon');
  await userEvent.click(await screen.findByRole('option', { name: /^Savon noir/ }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  slow.release();
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Coffret/);
  await userEvent.click(screen.getByRole('button', { name: m.db_close() }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(searchBox()).toHaveFocus();
});

it('asks what is in a flexible pack, and sends it in its order', async () => {
  show({ answers: { '/dashboard/api/products': found('gift') } });
  await userEvent.type(searchBox(), 'coffret');
  await userEvent.click(await screen.findByRole('option', { name: /^Coffret/ }));
  await userEvent.selectOptions(
    await screen.findByLabelText(m.db_pack_combination({ name: 'Rouge mat' })),
    'mat-p',
  );
  await userEvent.click(screen.getByRole('button', { name: m.db_order_lines_add_submit() }));
  expect(productsOf(lines)).toEqual([{ product: 'gift', quantity: 1, choices: ['mat-p'] }]);
  // Chosen otherwise it is another thing, chosen the same one more of it.
  for (const choice of ['mat-g', 'mat-p']) {
    await userEvent.type(searchBox(), 'coffret');
    await userEvent.click(await screen.findByRole('option', { name: /^Coffret/ }));
    await userEvent.selectOptions(
      await screen.findByLabelText(m.db_pack_combination({ name: 'Rouge mat' })),
      choice,
    );
    await userEvent.keyboard('{Enter}');
  }
  expect(productsOf(lines)).toEqual([
    { product: 'gift', quantity: 2, choices: ['mat-p'] },
    { product: 'gift', quantity: 1, choices: ['mat-g'] },
  ]);
});

it('says that nothing of a product is for sale', async () => {
  show({ answers: { '/dashboard/api/products': found('gone') } });
  await userEvent.type(searchBox(), 'baume');
  await userEvent.click(await screen.findByRole('option', { name: /^Baume/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(`Baume ${m.db_order_lines_unsold()}`);
  expect(rows()).toEqual([]);
});

it('says that nothing has this name', async () => {
  show({ answers: { '/dashboard/api/products': found() } });
  await userEvent.type(searchBox(), 'zzz');
  expect(await screen.findByText(m.db_choice_not_found())).toHaveRole('status');
});

it('looks again where the search was refused', async () => {
  const answers = [{ status: 404, body: {} }];
  show({ answers: { '/dashboard/api/products': () => answers.shift() ?? found('soap') } });
  await userEvent.type(searchBox(), 'savon');
  await userEvent.click(await screen.findByRole('button', { name: m.db_retry() }));
  expect(searchBox()).toHaveFocus();
  expect(await screen.findByRole('option', { name: /^Savon noir/ })).toBeVisible();
});
