import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchField } from './search-field.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function List({ onAsk }: { onAsk: (words: string) => void }) {
  const [address, setAddress] = useState('');
  return (
    <>
      <SearchField
        label="Chercher"
        value={address}
        onChange={(words) => {
          onAsk(words);
          setAddress(words);
        }}
      />
      <button type="button" onClick={() => setAddress('')}>
        Retour
      </button>
    </>
  );
}

const field = () => screen.getByRole('searchbox');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pause = (ms = 300) => act(() => vi.advanceTimersByTime(ms));

describe('the search field', () => {
  it('leaves what is typed alone while it searches', () => {
    const asked = vi.fn();
    render(<List onAsk={asked} />);
    type('rouge');
    pause(200);
    type('rouge ');
    pause();
    expect(field()).toHaveProperty('value', 'rouge ');
    type('rouge mat');
    pause();
    expect(field()).toHaveProperty('value', 'rouge mat');
    expect(asked.mock.calls).toEqual([['rouge'], ['rouge mat']]);
  });
  it('follows the address that something else changes', () => {
    render(<List onAsk={vi.fn()} />);
    type('rouge');
    pause();
    fireEvent.click(screen.getByRole('button', { name: 'Retour' }));
    expect(field()).toHaveProperty('value', '');
  });
  it('asks for nothing once its page is left', () => {
    const asked = vi.fn();
    const { unmount } = render(<List onAsk={asked} />);
    type('rouge');
    unmount();
    pause();
    expect(asked).not.toHaveBeenCalled();
  });
});
