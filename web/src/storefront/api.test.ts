import { afterEach, expect, it, vi } from 'vitest';
import { type Answer, answerWith } from '@/testing/answers.ts';

afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

/** The storefront of a tab of its own. */
async function tab() {
  vi.resetModules();
  return import('./api.ts');
}

it('asks for the session of a second tab once the first has its cookie', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: () => Promise<void>) => (last = last.then(work));
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  let answer = (_: Answer) => {};
  const session = { body: { token: 't', csrfToken: 'c', settings: {} } };
  const answers = [new Promise<Answer>((resolve) => (answer = resolve)), session];
  const asked = answerWith({ '/session': () => answers.shift() ?? session });
  const sessions: Promise<unknown>[] = [];
  for (const { queryClient, sessionQuery } of [await tab(), await tab()])
    sessions.push(queryClient.ensureQueryData(sessionQuery()));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toHaveLength(1);
  answer(session);
  await Promise.all(sessions);
  expect(asked).toHaveLength(2);
});
