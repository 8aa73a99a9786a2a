import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { useProductForm } from './use-product-form.ts';

const words = { name: 'x', shortDescription: 'x', seoTitle: 'x', seoDescription: 'x', longDescription: '' };
const product = { ...PRODUCT, texts: ['fr', 'ar'].map((language) => ({ language, ...words })) };

function Screen({ onSaved }: { onSaved: (isSaved: boolean) => void }) {
  const form = useProductForm(product);
  return (
    <>
      <input
        aria-label="slug"
        value={form.draft.slug}
        onChange={({ target }) => form.edit((draft) => ({ ...draft, slug: target.value }))}
      />
      <button type="button" onClick={() => void form.save().then(onSaved)}>
        save
      </button>
    </>
  );
}

it('has saved once what was typed during a save is saved too', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const asked = answerWith({
    '/products/p': () => new Promise<Answer>((resolve) => answers.push(resolve)),
  });
  const sent = () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const saved: boolean[] = [];
  renderStaffScreen(<Screen onSaved={(isSaved) => saved.push(isSaved)} />, {
    permissions: ['catalog.write'],
  });
  await userEvent.type(screen.getByLabelText('slug'), '-a');
  await userEvent.click(screen.getByText('save'));
  await waitFor(() => expect(answers).toHaveLength(1));
  await userEvent.type(screen.getByLabelText('slug'), 'b');
  await userEvent.click(screen.getByText('save'));
  answers[0]?.({ body: { ...product, version: 2, slug: 'robe-a' } });
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ version: 2, slug: 'robe-ab' });
  expect(saved).toEqual([true]);
  answers[1]?.({ body: { ...product, version: 3, slug: 'robe-ab' } });
  await waitFor(() => expect(saved).toEqual([true, true]));
});

it('sends nothing after a save that was refused', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const asked = answerWith({
    '/products/p': () => new Promise<Answer>((resolve) => answers.push(resolve)),
  });
  const saved: boolean[] = [];
  renderStaffScreen(<Screen onSaved={(isSaved) => saved.push(isSaved)} />, {
    permissions: ['catalog.write'],
  });
  await userEvent.type(screen.getByLabelText('slug'), '-a');
  await userEvent.click(screen.getByText('save'));
  await waitFor(() => expect(answers).toHaveLength(1));
  await userEvent.click(screen.getByText('save'));
  answers[0]?.({ status: 500, body: { code: 'internal' } });
  await waitFor(() => expect(saved).toEqual([false, false]));
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
});
