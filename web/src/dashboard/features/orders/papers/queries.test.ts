import { expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { answerWith } from '@/testing/answers.ts';
import type { PaperHeld } from '../../../data/types.ts';
import { paperOrder } from './fixtures.ts';
import { papersQuery } from './queries.ts';

const PATH = '/dashboard/api/orders/papers';
const IDS = Array.from({ length: 60 }, (_, n) => `o${n}`);

function idsOf({ url }: Request): string[] {
  return new URL(url).searchParams.get('ids')?.split(',') ?? [];
}

const held = (orderId: string): PaperHeld => ({
  orderId,
  warehouseId: 'w',
  warehouse: 'Alger',
  productId: 'p',
  combinationId: null,
  quantity: 1,
});

it('asks in steps of 50, again for what had no room, and keeps the order', async () => {
  const sizes: number[] = [];
  answerWith({
    [PATH]: (request) => {
      const ids = idsOf(request);
      sizes.push(ids.length);
      const told = ids.slice(0, 40);
      const orders = told.map((id) => paperOrder({ id }));
      return { body: { orders, held: told.map(held), left: ids.slice(40) } };
    },
  });
  const papers = await makeQueryClient().fetchQuery(papersQuery(IDS));
  expect(sizes).toEqual([50, 20]);
  expect(papers.orders.map(({ id }) => id)).toEqual(IDS);
  expect(papers.held?.map(({ orderId }) => orderId)).toEqual(IDS);
});

it('knows of no warehouse where one step doesn’t tell them', async () => {
  answerWith({
    [PATH]: (request) => {
      const ids = idsOf(request);
      const body = { orders: [], held: ids.length === 50 ? null : ids.map(held), left: [] };
      return { body };
    },
  });
  expect(await makeQueryClient().fetchQuery(papersQuery(IDS))).toEqual({ orders: [], held: null });
});
