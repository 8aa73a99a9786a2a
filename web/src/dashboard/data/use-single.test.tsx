import { QueryClientProvider, useMutation } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { useSingle } from './use-single.ts';

function Form({ onSend }: { onSend: () => Promise<void> }) {
  const send = useSingle(useMutation({ mutationFn: onSend }));
  return (
    <button type="button" onClick={() => send()}>
      Envoyer
    </button>
  );
}

it('sends once for a double click, and again once it was answered', async () => {
  let answer = () => {};
  const sent = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Form onSend={sent} />
    </QueryClientProvider>,
  );
  await userEvent.dblClick(screen.getByRole('button'));
  expect(sent).toHaveBeenCalledOnce();
  answer();
  await waitFor(async () => {
    await userEvent.click(screen.getByRole('button'));
    expect(sent).toHaveBeenCalledTimes(2);
  });
});
