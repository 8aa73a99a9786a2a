import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** As Chrome does where all cookies are blocked: the property itself throws, while modules are read. */
beforeEach(() => {
  vi.resetModules();
  for (const storage of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, storage, 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

it('has a cart and a form that live as long as the page', async () => {
  const { addToCart, cartStore } = await import('./cart-store.ts');
  const { formStore } = await import('./purchase-store.ts');
  const line = {
    productId: 'savon',
    combinationId: null,
    unitPrice: 100,
    quantity: 1,
    name: 'Savon',
    image: '',
    attributes: {},
    link: '/catalog/product/bain/savon',
  };
  addToCart(line);
  addToCart(line);
  formStore.set({ ...formStore.get(), firstname: 'Amina' });
  expect(cartStore.get()).toEqual([{ ...line, quantity: 2 }]);
  expect(formStore.get().firstname).toBe('Amina');
});
