import { act, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderDetail } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { AllocationPanel } from './allocation-panel.tsx';
import { useAllocation } from './use-allocation.ts';

const CREAM = { productId: 'cream', combinationId: null };
const ALL_IN_ALGER = { 'cream/@alger': 2 };
const HALVES = { 'cream/@alger': 1, 'cream/@oran': 1 };

const order = (version: number, pieces = 2, held = [{ ...CREAM, warehouseId: 'alger', quantity: pieces }]) =>
  ({
    id: 'o',
    version,
    status: 'confirmed',
    allowedTransitions: ['preparing'],
    lines: [{ ...CREAM, name: 'Crème', parts: [], stockItems: [{ ...CREAM, quantity: pieces }] }],
    reservation: {
      held,
      offers: ['alger', 'oran'].map((id) => ({
        ...CREAM,
        warehouseId: id,
        warehouseName: id,
        available: 5,
        isForeign: false,
      })),
    },
  }) as unknown as OrderDetail;

function edited() {
  const rendered = renderHook(useAllocation, { initialProps: order(1) });
  expect(rendered.result.current).toMatchObject({ allocation: ALL_IN_ALGER, isEdited: false });
  act(() => rendered.result.current.set(HALVES));
  expect(rendered.result.current).toMatchObject({ allocation: HALVES, isEdited: true });
  return rendered;
}

it('keeps what was allocated by hand when anything else of the order changes', () => {
  const { result, rerender } = edited();
  rerender(order(2));
  expect(result.current).toMatchObject({ allocation: HALVES, isEdited: true, isOutdated: false });
});

it.each([
  ['needs', order(2, 3)],
  ['holds', order(2, 2, [{ ...CREAM, warehouseId: 'oran', quantity: 2 }])],
])('starts anew, and says so, when the order %s another number', (_, newer) => {
  const { result, rerender } = edited();
  rerender(newer);
  expect(result.current).toMatchObject({ isEdited: false, isOutdated: true });
  expect(result.current.allocation).not.toEqual(HALVES);
});

it('is nothing that is left to be saved once it is held so', () => {
  const { result, rerender } = edited();
  const held = ['alger', 'oran'].map((warehouseId) => ({ ...CREAM, warehouseId, quantity: 1 }));
  rerender(order(2, 2, held));
  expect(result.current).toMatchObject({ allocation: HALVES, isEdited: false, isOutdated: false });
});

const unread = (version: number): OrderDetail => ({ ...order(version), reservation: null });

it('keeps what was allocated by hand while the stock can’t be read, and waits with it', () => {
  const { result, rerender } = edited();
  rerender(unread(2));
  expect(result.current).toMatchObject({
    isShown: true,
    allocation: HALVES,
    isEdited: true,
    isUnread: true,
    isComplete: false,
  });
  rerender(order(3));
  expect(result.current).toMatchObject({
    allocation: HALVES,
    isEdited: true,
    isUnread: false,
    isComplete: true,
  });
});

it('shows nothing of stock that can’t be read where nothing was edited, or where it is prepared by now', () => {
  const untouched = renderHook(useAllocation, { initialProps: unread(1) });
  expect(untouched.result.current).toMatchObject({ isShown: false, isComplete: true, parts: [] });
  const { result, rerender } = edited();
  rerender({ ...unread(2), status: 'preparing', allowedTransitions: ['shipped'] });
  expect(result.current).toMatchObject({ isShown: false, isEdited: false, isUnread: false });
});

/** One of its two pieces is in Oran, which isn't the clerk's. */
function partlyForeign(): OrderDetail {
  const split = order(
    1,
    2,
    ['alger', 'oran'].map((warehouseId) => ({ ...CREAM, warehouseId, quantity: 1 })),
  );
  const offers = split.reservation?.offers.map((offer) =>
    offer.warehouseId === 'oran' ? { ...offer, available: 1, isForeign: true } : offer,
  );
  return { ...split, reservation: { ...split.reservation, offers } } as OrderDetail;
}

it('counts what a foreign warehouse holds as allocated, and moves and sends nothing', () => {
  const { result } = renderHook(useAllocation, { initialProps: partlyForeign() });
  expect(result.current).toMatchObject({
    allocation: HALVES,
    isEditable: false,
    isComplete: true,
    parts: [],
  });
  expect(result.current.foreign).toEqual([{ id: 'oran', name: 'oran', isForeign: true }]);
});

function Panel({ order }: { order: OrderDetail }) {
  return <AllocationPanel order={order} allocation={useAllocation(order)} />;
}

it('asks before an allocation that is not sent is left, and tells when it holds no more', async () => {
  const { history, rerender } = renderStaffScreen(<Panel order={order(1)} />, { permissions: [] });
  await act(async () => history.push('/orders/other'));
  expect(history.location.pathname).toBe('/orders/other');
  await userEvent.click(screen.getByRole('button', { name: m.db_alloc_single() }));
  await userEvent.click(screen.getByRole('menuitem', { name: m.db_alloc_from({ name: 'oran' }) }));
  await act(async () => history.push('/orders/third'));
  expect(await screen.findByText(m.db_unsaved_title())).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_unsaved_stay() }));
  expect(history.location.pathname).toBe('/orders/other');
  rerender(<Panel order={order(2, 3)} />);
  expect(screen.getByRole('alert')).toHaveTextContent(m.db_alloc_outdated());
});

it('says that the stock can’t be read, and still asks before what was edited is left', async () => {
  const { history, rerender } = renderStaffScreen(<Panel order={order(1)} />, { permissions: [] });
  await userEvent.click(screen.getByRole('button', { name: m.db_alloc_single() }));
  await userEvent.click(screen.getByRole('menuitem', { name: m.db_alloc_from({ name: 'oran' }) }));
  rerender(<Panel order={unread(2)} />);
  expect(screen.getByRole('alert')).toHaveTextContent(m.db_alloc_unread());
  expect(screen.queryByText(m.db_alloc_error())).toBeNull();
  await act(async () => history.push('/orders/other'));
  expect(await screen.findByText(m.db_unsaved_title())).toBeVisible();
});

it('says which pieces are in a foreign warehouse, where none are moved', () => {
  renderStaffScreen(<Panel order={partlyForeign()} />, { permissions: [] });
  expect(screen.getByRole('status')).toHaveTextContent(m.db_alloc_complete({ done: '2', needed: '2' }));
  expect(screen.getByRole('columnheader', { name: `oran ${m.db_alloc_foreign()}` })).toBeVisible();
  const whose = m.db_alloc_foreign_held({ name: 'oran' });
  expect(screen.getByTitle(whose)).toHaveTextContent(`1 ${whose}`);
  expect(screen.queryByRole('spinbutton')).toBeNull();
  expect(screen.queryByRole('button', { name: m.db_alloc_single() })).toBeNull();
});
