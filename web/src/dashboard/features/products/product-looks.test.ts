import { expect, it } from 'vitest';
import { tagChoices } from './product-looks.ts';
import { productList } from './search.ts';

it('keeps the tag in the address, and among the choices whether it is offered or not', () => {
  const search = productList.validate({ tag: 'Cadeau', page: '2' });
  expect(search).toEqual({ tag: 'Cadeau', page: 2 });
  expect(productList.isNarrowed(search)).toBe(true);
  const local = { value: 'local', label: 'local' };
  const offered = [{ id: 'local', name: 'local' }];
  expect(tagChoices(offered, '')).toEqual([local]);
  expect(tagChoices(offered, 'local')).toEqual([local]);
  expect(tagChoices(offered, 'Cadeau')).toEqual([{ value: 'Cadeau', label: 'Cadeau' }, local]);
});
