import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { forgetDrafts } from './drafts.ts';
import { FormNotes } from './form-notes.tsx';
import { useEditForm } from './use-edit-form.ts';

interface One {
  id: string;
  version: number;
  name: string;
  price: string;
}

interface Draft {
  name: string;
  price: string;
}

const one: One = { id: 'p', version: 1, name: 'Rouge', price: '10' };
const draftOf = ({ name, price }: One): Draft => ({ name, price });

function Form({ of, isSaving = false, answer = of }: { of: One; isSaving?: boolean; answer?: One }) {
  const form = useEditForm(of, { kind: 'thing', draftOf, isSaving });
  return (
    <>
      <FormNotes form={form} nameOf={(path) => `Le champ ${path}`} />
      {(['name', 'price'] as const).map((field) => (
        <input
          key={field}
          aria-label={field}
          value={form.draft[field]}
          onChange={(event) => form.edit((draft) => ({ ...draft, [field]: event.target.value }))}
        />
      ))}
      <button type="button" onClick={() => form.onSaved(answer, { name: 'Rouge', price: '12' })}>
        Réponse
      </button>
      <button type="button" onClick={form.discard}>
        Jeter
      </button>
      {form.isChanged && <p>changé</p>}
    </>
  );
}

const field = (name: keyof Draft) => screen.getByLabelText(name);
const show = (of = one) => renderStaffScreen(<Form of={of} />, { permissions: [] });

async function type(name: keyof Draft, text: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
}

it('takes a draft up again after a reload, and forgets it when it is thrown away', async () => {
  const { unmount } = show();
  await type('price', '12');
  unmount();
  const again = show();
  expect(field('price')).toHaveProperty('value', '12');
  expect(screen.getByText(/^Brouillon de \d\d:\d\d repris/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Jeter' }));
  expect(field('price')).toHaveProperty('value', '10');
  again.unmount();
  show();
  expect(screen.queryByText(/^Brouillon/)).toBeNull();
});

it('lays a draft that was put aside over what somebody saved meanwhile', async () => {
  const { unmount } = show();
  await type('price', '12');
  unmount();
  show({ ...one, version: 2, name: 'Rouge mat' });
  expect(field('name')).toHaveProperty('value', 'Rouge mat');
  expect(field('price')).toHaveProperty('value', '12');
});

it('forgets all drafts of who signs out', async () => {
  const { unmount } = show();
  await type('price', '12');
  unmount();
  forgetDrafts();
  show();
  expect(field('price')).toHaveProperty('value', '10');
});

it('keeps what is typed until the answer comes, over the version that the answer brings', async () => {
  const place = show();
  await type('price', '12');
  const saved = { ...one, version: 2, price: '12,00' };
  // What was saved is told before it is answered; it is no change of somebody else's.
  place.rerender(<Form of={saved} isSaving answer={saved} />);
  await type('name', 'Rouge vif');
  await userEvent.click(screen.getByRole('button', { name: 'Réponse' }));
  place.rerender(<Form of={saved} />);
  expect(field('name')).toHaveProperty('value', 'Rouge vif');
  expect(field('price')).toHaveProperty('value', '12,00');
  expect(screen.getByText('changé')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('asks whose change stands where both changed one thing', async () => {
  const place = show();
  await type('price', '12');
  place.rerender(<Form of={{ ...one, version: 2, price: '15' }} />);
  expect(screen.getByRole('alert').textContent).toContain('Le champ price');
  expect(field('price')).toHaveProperty('value', '12');
  await userEvent.click(screen.getByRole('button', { name: 'Prendre le leur' }));
  expect(field('price')).toHaveProperty('value', '15');
  expect(screen.queryByRole('alert')).toBeNull();
});
