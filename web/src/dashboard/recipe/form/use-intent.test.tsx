import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { useIntent } from './use-intent.ts';

const keys: string[] = [];

function Form({ quantity, outcome }: { quantity: number; outcome?: unknown }) {
  const intent = useIntent('stock');
  return (
    <>
      <button type="button" onClick={() => keys.push(intent.keyOf({ quantity }))}>
        Envoyer
      </button>
      <button type="button" onClick={() => intent.settle(outcome)}>
        Réponse
      </button>
    </>
  );
}

/** Sends from a page that was just opened, and answers if there is something to. */
function send(quantity: number, ...answer: unknown[]): string {
  const { unmount } = renderStaffScreen(<Form quantity={quantity} outcome={answer[0]} />, {
    permissions: [],
  });
  fireEvent.click(screen.getByRole('button', { name: 'Envoyer' }));
  if (answer.length > 0) fireEvent.click(screen.getByRole('button', { name: 'Réponse' }));
  unmount();
  return keys.at(-1) ?? '';
}

it('sends the same thing under the same key until it is answered, over a reload too', () => {
  const first = send(3, new ApiError(0, {}));
  expect(send(3, new ApiError(503, {}))).toBe(first);
  expect(send(3, null)).toBe(first);
  expect(send(3)).not.toBe(first);
});

it('sends another thing under another key', () => {
  const first = send(4, new ApiError(0, {}));
  expect(send(5)).not.toBe(first);
});

it('starts anew after a refusal', () => {
  const first = send(6, new ApiError(422, {}));
  expect(send(6)).not.toBe(first);
});
