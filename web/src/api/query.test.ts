import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { makeClient } from './client.ts';
import { hydrate } from './query.ts';
import { makeQueries } from './query-options.ts';

const api = makeQueries(makeClient({ headers: async () => ({}), renew: async () => false }));
const slug = { params: { path: { slug: 'ambre' } } };

it('builds the keys that the gateway writes', () => {
  expect(api.queryOptions('get', '/web/public/api/home').queryKey).toEqual(['get', '/web/public/api/home']);
  expect(api.queryOptions('get', '/web/public/api/product/{slug}', slug).queryKey).toEqual([
    'get',
    '/web/public/api/product/{slug}',
    slug,
  ]);
});

it('fills the place of a parameter', async () => {
  const asked = answerWith({ '/product/ambre': { body: { name: 'Ambre' } } });
  const queries = new QueryClient();
  await expect(
    queries.fetchQuery(api.queryOptions('get', '/web/public/api/product/{slug}', slug)),
  ).resolves.toEqual({
    name: 'Ambre',
  });
  expect(asked[0]?.path).toBe('/web/public/api/product/ambre');
});

it('takes what the page carries', () => {
  const queries = new QueryClient();
  document.body.innerHTML = '<script id="__q" type="application/json">[[["get","/x"],{"a":1}]]</script>';
  hydrate(queries, document);
  expect(queries.getQueryData(['get', '/x'])).toEqual({ a: 1 });
  document.body.innerHTML = '';
  expect(() => hydrate(queries, document)).not.toThrow();
});
