import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { forgetDrafts } from './drafts.ts';
import { ConflictNote, FormNotes } from './form-notes.tsx';
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
      <h1>{of.name}</h1>
      <FormNotes form={{ ...form, isSaving }} nameOf={(path) => `Le champ ${path}`} />
      {(['name', 'price'] as const).map((field) => (
        <div key={field}>
          <input
            aria-label={field}
            value={form.draft[field]}
            onChange={(event) => form.edit((draft) => ({ ...draft, [field]: event.target.value }))}
          />
          <ConflictNote form={form} path={field} words={(theirs: string) => `${theirs} DA`} />
        </div>
      ))}
      <button type="button" onClick={() => form.onSaved(answer, { name: 'Rouge', price: '12' })}>
        Réponse
      </button>
      <button type="button" onClick={form.discard}>
        Jeter
      </button>
      {form.isChanged && <p>{form.isKept ? 'changé, gardé' : 'changé'}</p>}
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
  forgetDrafts('samira');
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
  expect(screen.getByText(/changé/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says of which day an older draft is', async () => {
  const { unmount } = show();
  await type('price', '12');
  unmount();
  vi.setSystemTime(Date.now() + 86_400_000);
  onTestFinished(() => void vi.useRealTimers());
  show();
  expect(screen.getByText(/^Brouillon du (1er|\d+) \S+ \d{4}/)).toBeTruthy();
});

it('asks of each thing that both changed whose change stands, with both in sight', async () => {
  const place = show();
  await type('price', '12');
  await type('name', 'Rouge vif');
  place.rerender(<Form of={{ ...one, version: 2, price: '15', name: 'Vif' }} />);
  expect(screen.getByRole('alert').textContent).toContain('Le champ price');
  expect(field('price')).toHaveProperty('value', '12');
  expect(screen.getByText('15 DA')).toBeTruthy();
  const [ofName, ofPrice] = screen.getAllByRole('button', { name: 'Prendre le leur' });
  if (!ofName || !ofPrice) throw new Error('both are to be decided');
  await userEvent.click(ofPrice);
  expect(field('price')).toHaveProperty('value', '15');
  expect(field('name')).toHaveProperty('value', 'Rouge vif');
  expect(document.activeElement).toBe(ofName);
  await userEvent.click(screen.getByRole('button', { name: 'Garder le mien' }));
  expect(field('name')).toHaveProperty('value', 'Rouge vif');
  expect(document.activeElement).toBe(field('name'));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('gives the focus to the heading when a note is answered', async () => {
  const { unmount } = show();
  await type('price', '12');
  unmount();
  show();
  await userEvent.click(screen.getByRole('button', { name: m.db_draft_throw_away() }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

/** What the browser tells this tab of another. */
function tellOfOtherTab() {
  const key = Object.keys(localStorage).find((one) => one.startsWith('draft:')) ?? null;
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
}

it('throws no draft of another tab away, and knows when its own lost its place', async () => {
  show();
  await type('price', '12');
  expect(screen.getByText('changé, gardé')).toBeTruthy();
  const [key = ''] = Object.keys(localStorage);
  const own = JSON.parse(localStorage.getItem(key) ?? '');
  // Another tab types over it.
  const theirs = JSON.stringify({ ...own, draft: { ...own.draft, price: '13' }, at: own.at + 1 });
  localStorage.setItem(key, theirs);
  tellOfOtherTab();
  expect(screen.getByText('changé')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Jeter' }));
  expect(localStorage.getItem(key)).toBe(theirs);
});

it('leaves the draft of another tab alone while it has none of its own', async () => {
  const place = show();
  const key = 'draft:samira:thing:p';
  const theirs = JSON.stringify({
    base: draftOf(one),
    draft: { name: 'Rouge', price: '13' },
    at: Date.now(),
  });
  localStorage.setItem(key, theirs);
  place.rerender(<Form of={{ ...one, version: 2, name: 'Rouge mat' }} />);
  expect(field('name')).toHaveProperty('value', 'Rouge mat');
  expect(localStorage.getItem(key)).toBe(theirs);
});
