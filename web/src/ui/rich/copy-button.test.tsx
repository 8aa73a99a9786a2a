import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { CopyButton } from './copy-button.tsx';

function offer(writeText: (text: string) => Promise<void>) {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
});

it('says that a text is copied once it is', async () => {
  const user = userEvent.setup();
  const writeText = vi.fn().mockResolvedValue(undefined);
  offer(writeText);
  render(<CopyButton text="YAL-1" label="Copy" />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(writeText).toHaveBeenCalledWith('YAL-1');
  expect(await screen.findByRole('button', { name: m.db_copied() })).toBeTruthy();
});

it('says nothing of what the browser refused', async () => {
  const user = userEvent.setup();
  offer(vi.fn().mockRejectedValue(new DOMException('no', 'NotAllowedError')));
  render(<CopyButton text="YAL-1" label="Copy" />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
});

it('is not there where there is no clipboard', () => {
  render(<CopyButton text="YAL-1" label="Copy" />);
  expect(screen.queryByRole('button')).toBeNull();
});
