import { ReadableStream } from 'node:stream/web';
import { expect, it, vi } from 'vitest';
import { startLocale } from '@/i18n/locale.ts';
import { answerWith } from '@/testing/answers.ts';
import { type Credentials, makeClient } from './client.ts';
import { ApiError } from './errors.ts';

const HOME = '/web/public/api/home';

function credentials(renewed = false): Credentials & { renew: ReturnType<typeof vi.fn> } {
  return { headers: async () => ({ Authorization: 'Bearer t' }), renew: vi.fn(async () => renewed) };
}

it('sends the language and the credentials', async () => {
  const asked = answerWith({ [HOME]: { body: { blocks: [] } } });
  startLocale('ar');
  const { data } = await makeClient(credentials()).GET(HOME);
  expect(data).toEqual({ blocks: [] });
  expect(asked[0]?.headers.get('Accept-Language')).toBe('ar');
  expect(asked[0]?.headers.get('Authorization')).toBe('Bearer t');
});

it('tries once more with renewed credentials', async () => {
  let calls = 0;
  answerWith({ [HOME]: () => (++calls === 1 ? { status: 401, body: {} } : { body: { blocks: [] } }) });
  const visitor = credentials(true);
  await makeClient(visitor).GET(HOME);
  expect(visitor.renew).toHaveBeenCalledOnce();
  expect(calls).toBe(2);
});

it.each([
  [{ code: 'csrf' }, 2],
  [{ code: 'forbidden' }, 1],
])('tries a change once more whose token was another session’s: %j', async (body, tries) => {
  const asked = answerWith({ [HOME]: { status: 403, body } });
  const refused = makeClient(credentials(true)).GET(HOME);
  await expect(refused).rejects.toMatchObject({ status: 403, code: body.code });
  expect(asked).toHaveLength(tries);
});

it('throws what the problem says', async () => {
  const body = {
    code: 'checkout.invalid',
    detail: 'no',
    requestId: 'r1',
    errors: { phone: [{ key: 'form.validation.phone', text: 'a phone' }] },
    facts: { total: 12.5 },
  };
  answerWith({ [HOME]: { status: 422, body } });
  const error = await makeClient(credentials())
    .GET(HOME)
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 422,
    code: 'checkout.invalid',
    requestId: 'r1',
    facts: { total: 12.5 },
  });
  expect((error as ApiError).fields.phone?.[0]?.key).toBe('form.validation.phone');
});

it('says so when there is no network', async () => {
  answerWith({ [HOME]: new TypeError('failed to fetch') });
  const error = await makeClient(credentials())
    .GET(HOME)
    .catch((caught: unknown) => caught);
  expect((error as ApiError).offline).toBe(true);
});

it('asks in a browser without the younger half of AbortSignal', async () => {
  vi.stubGlobal('AbortSignal', Object.assign(class {}, AbortSignal, { any: undefined, timeout: undefined }));
  answerWith({ [HOME]: { body: { blocks: [] } } });
  expect((await makeClient(credentials()).GET(HOME)).data).toEqual({ blocks: [] });
  vi.unstubAllGlobals();
});

it('takes an answer that breaks off for none', async () => {
  const cut = new ReadableStream({
    start(body) {
      body.enqueue(new TextEncoder().encode('{"blocks":'));
      body.error(new TypeError('network error'));
    },
  });
  // Node's stream, as its Response takes it: the page of the tests has none.
  const answer = new Response(cut as unknown as BodyInit);
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  const error = await makeClient(credentials())
    .GET(HOME)
    .catch((caught: unknown) => caught);
  expect((error as ApiError).offline).toBe(true);
});
