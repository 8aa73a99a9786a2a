import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Direction } from 'radix-ui';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Dialog } from './dialog.tsx';

describe.each(['ltr', 'rtl'] as const)('a dialog, %s', (dir) => {
  function show(insistent: boolean) {
    const onClose = vi.fn();
    render(
      <Direction.Provider dir={dir}>
        <Dialog open onClose={onClose} title="Titre" insistent={insistent}>
          <input aria-label="Champ" />
        </Dialog>
      </Direction.Provider>,
    );
    return onClose;
  }
  it('is named by its title and closes on Escape', async () => {
    const onClose = show(false);
    expect(screen.getByRole('dialog', { name: 'Titre' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('stays until it is answered when it insists', async () => {
    const onClose = show(true);
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByRole('button')).toBeNull();
  });
  it('leaves Escape to the list that is open within', async () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Titre">
        <input aria-label="Champ" data-closes-list />
      </Dialog>,
    );
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });
  it('closes on Escape from what shows or hides something, which has nothing to close', async () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Titre">
        <button type="button" aria-expanded>
          Détails
        </button>
      </Dialog>,
    );
    screen.getByRole('button', { name: 'Détails' }).focus();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
  it('gives the focus back to what opened it', async () => {
    render(<Page dir={dir} />);
    await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ouvrir' })));
  });
});

function Page({ dir }: { dir: 'ltr' | 'rtl' }) {
  const [open, setOpen] = useState(false);
  return (
    <Direction.Provider dir={dir}>
      <button type="button" onClick={() => setOpen(true)}>
        Ouvrir
      </button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Titre">
          <input aria-label="Champ" />
        </Dialog>
      )}
    </Direction.Provider>
  );
}
