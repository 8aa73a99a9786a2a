import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Product } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ImagesSection } from './images-section.tsx';
import { productQuery } from './queries.ts';

vi.mock('../../recipe/media/send-file.ts', () => ({ sendFile: (...sent: unknown[]) => send(...sent) }));
vi.mock(import('../../recipe/media/pictures.ts'), async (original) => ({
  ...(await original()),
  shrunk: async ({ name }) => new File(['small'], name, { type: 'image/jpeg' }),
}));

const send = vi.fn();

const images = ['a', 'b'].map((id, position) => ({ id, position, imagesIdsAndSizes: [] }));
const product = { id: 'p', images, combinations: [] } as unknown as Product;

it('takes a picture away once, and only after a question', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({
    '/images/b': async () => {
      await answered;
      return { body: { ...product, images: images.slice(0, 1) } };
    },
  });
  renderStaffScreen(<ImagesSection product={product} mayWrite />, { permissions: ['catalog.write'] });
  await userEvent.click(screen.getByRole('button', { name: m.db_picture_take_away({ place: '2' }) }));
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(m.db_picture_take_away_body());
  expect(asked).toEqual([]);
  await userEvent.dblClick(screen.getByRole('button', { name: m.db_picture_remove() }));
  answer();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.map(({ method }) => method)).toEqual(['DELETE']);
});

function Section() {
  const { data } = useQuery(productQuery('p'));
  return data && <ImagesSection product={data} mayWrite />;
}

type Chosen = readonly [name: string, bytes: number];
const TOO_LARGE = 3_000_000;

/** They are chosen together; those that are too large arrive last, as they are made smaller. */
async function choose(...chosen: readonly Chosen[]) {
  const arrived: { id: string; position: number; imagesIdsAndSizes: [] }[] = [];
  send.mockImplementation(async (_, { name }: File) => {
    arrived.push({ id: name, position: arrived.length, imagesIdsAndSizes: [] });
    return [{ id: name }];
  });
  const asked = answerWith({
    '/products/p': () => ({ body: { ...product, images: [...arrived] } }),
    '/images/order': () => ({ body: { ...product, images: [...arrived] } }),
  });
  renderStaffScreen(<Section />, { permissions: ['catalog.write'] });
  await screen.findByText(m.db_product_images());
  const file = (name: string, bytes: number) =>
    new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]');
  if (!input) throw new Error('no files can be chosen');
  await userEvent.upload(
    input,
    chosen.map(([name, bytes]) => file(name, bytes)),
  );
  await screen.findAllByRole('button', { name: m.db_picture_take_away({ place: '2' }) });
  const orders = () =>
    asked
      .filter(({ path }) => path.endsWith('/images/order'))
      .map(({ body }) => (body as { imageIds: string[] }).imageIds);
  return { orders };
}

const chooseThree = () => choose(['a', TOO_LARGE], ['b', 1], ['c', 1]);

async function shrink(place: number) {
  const button = screen.getAllByRole('button', { name: m.db_picture_shrink() })[place];
  if (!button) throw new Error('nothing there is too large');
  await userEvent.click(button);
}

const shrinkTheFirst = () => shrink(0);

it('puts a picture that had to be made smaller where it was chosen', async () => {
  const { orders } = await chooseThree();
  await shrinkTheFirst();
  await waitFor(() => expect(orders()).toEqual([['a', 'b', 'c']]));
});

it('leaves an order that was made meanwhile as it is', async () => {
  const { orders } = await chooseThree();
  screen.getByRole('button', { name: m.db_picture_take_away({ place: '1' }) }).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await waitFor(() => expect(orders()).toEqual([['c', 'b']]));
  await shrinkTheFirst();
  await screen.findAllByRole('button', { name: m.db_picture_take_away({ place: '3' }) });
  expect(orders()).toEqual([['c', 'b']]);
});

it('keeps the order of those still on their way when another picture is moved meanwhile', async () => {
  const { orders } = await choose(['a', TOO_LARGE], ['b', 1], ['c', TOO_LARGE], ['d', 1]);
  screen.getByRole('button', { name: m.db_picture_take_away({ place: '1' }) }).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await waitFor(() => expect(orders()).toEqual([['d', 'b']]));
  await shrink(1);
  await screen.findAllByRole('button', { name: m.db_picture_take_away({ place: '3' }) });
  await shrinkTheFirst();
  // The shop of this test leaves what it has in the order of arrival.
  await waitFor(() => expect(orders().slice(1)).toEqual([['b', 'd', 'a', 'c']]));
});

it('asks before pictures on their way are left', async () => {
  let arrive = () => {};
  send.mockImplementation(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve([{ id: 'c' }]);
      }),
  );
  const { history } = renderStaffScreen(<ImagesSection product={product} mayWrite />, {
    permissions: ['catalog.write'],
  });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!chooser) throw new Error('pictures can be chosen');
  await userEvent.upload(chooser, new File(['x'], 'c.jpg', { type: 'image/jpeg' }));
  await act(async () => history.push('/products/p/combinations'));
  expect(await screen.findByText(m.db_pictures_under_way())).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_unsaved_stay() }));
  await act(async () => arrive());
  await act(async () => history.push('/products/p/combinations'));
  await waitFor(() => expect(history.location.pathname).toBe('/products/p/combinations'));
});

it('asks before pictures that can still be sent are left, not of those that can’t', async () => {
  send.mockRejectedValue(new Error('cut'));
  const { history } = renderStaffScreen(<ImagesSection product={product} mayWrite />, {
    permissions: ['catalog.write'],
  });
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!chooser) throw new Error('pictures can be chosen');
  const files = [
    new File(['x'], 'c.jpg', { type: 'image/jpeg' }),
    new File([new Uint8Array(TOO_LARGE)], 'd.jpg', { type: 'image/jpeg' }),
    new File(['x'], 'e.txt', { type: 'text/plain' }),
  ];
  await userEvent.upload(chooser, files, { applyAccept: false });
  await screen.findByRole('button', { name: m.db_retry() });
  for (const name of ['c.jpg', 'd.jpg']) {
    await act(async () => history.push('/products/p/combinations'));
    expect(await screen.findByText(m.db_pictures_failed())).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: m.db_unsaved_stay() }));
    const tile = screen.getByText(name).closest('li') as HTMLElement;
    await userEvent.click(within(tile).getByRole('button', { name: m.db_cancel() }));
  }
  expect(screen.getByText('e.txt')).toBeVisible();
  await act(async () => history.push('/products/p/combinations'));
  await waitFor(() => expect(history.location.pathname).toBe('/products/p/combinations'));
});
