import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from './api.ts';
import { draftQuery } from './queries.ts';

afterEach(() => {
  focusManager.setFocused(undefined);
  queryClient.unmount();
  queryClient.clear();
});

it('asks for a draft that came with the page once one comes back to it', async () => {
  const asked = answerWith({
    '/web/api/session': { body: { token: 't', csrfToken: 'c' } },
    '/draft/tok': { body: { isShown: false } },
  });
  queryClient.mount();
  const query = draftQuery('tok');
  queryClient.setQueryData(query.queryKey, { isShown: true } as never);
  const leave = new QueryObserver(queryClient, query).subscribe(() => {});
  expect(queryClient.isFetching()).toBe(0);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/draft/tok'))).toHaveLength(1));
  leave();
});
