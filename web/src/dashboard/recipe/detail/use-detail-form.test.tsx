import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { countDrafts } from '../form/drafts.ts';
import { NEW_ID } from '../form/editing.ts';
import { RecordFormFrame } from '../form/record-form.tsx';
import { useDetailForm } from './use-detail-form.ts';

interface Thing {
  id: string;
  version: number;
  name: string;
}

type Send = (id: string, body: { name: string }) => Promise<Thing>;

function Form({ thing, create, change }: { thing: Thing; create: Send; change: Send }) {
  const form = useDetailForm(thing, {
    kind: 'thing',
    draftOf: ({ name }: Thing) => ({ name }),
    bodyOf: (_, { name }) => ({ name }),
    create,
    change,
    keyOf: ({ id }) => ['thing', id],
    lists: [],
    screen: '/brands/$id',
    done: ({ name }) => name,
  });
  return (
    <RecordFormFrame form={form} nameOf={(path) => path} mayWrite>
      <input
        aria-label="Nom"
        value={form.draft.name}
        onChange={({ target }) => form.edit(() => ({ name: target.value }))}
      />
    </RecordFormFrame>
  );
}

const saveByKey = () => userEvent.keyboard('{Control>}s{/Control}');

it('makes a thing under one id, however often its answer is lost, and changes it from then on', async () => {
  const create = vi.fn<Send>().mockRejectedValueOnce(new ApiError(0, {}));
  create.mockImplementation(async (id, { name }) => ({ id, version: 1, name }));
  const change = vi.fn<Send>(async (id, { name }) => ({ id, version: 2, name }));
  renderStaffScreen(<Form thing={{ id: NEW_ID, version: 0, name: '' }} {...{ create, change }} />, {
    permissions: [],
  });
  const name = screen.getByLabelText('Nom');
  await userEvent.type(name, 'Nour');
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  const [first, second] = create.mock.calls.map(([id]) => id);
  expect(second).toBe(first);
  expect(first).not.toBe(NEW_ID);
  // Typed before the page of what was made is open: no second one is made.
  await userEvent.type(name, '!');
  await saveByKey();
  await waitFor(() => expect(change).toHaveBeenCalledWith(first, { name: 'Nour!' }));
  expect(create).toHaveBeenCalledTimes(2);
});

it('changes a thing that is there', async () => {
  const create = vi.fn<Send>();
  const change = vi.fn<Send>(async (id, { name }) => ({ id, version: 4, name }));
  renderStaffScreen(<Form thing={{ id: 't', version: 3, name: 'Nour' }} {...{ create, change }} />, {
    permissions: [],
  });
  await userEvent.type(screen.getByLabelText('Nom'), '!');
  await saveByKey();
  await waitFor(() => expect(change).toHaveBeenCalledWith('t', { name: 'Nour!' }));
  expect(create).not.toHaveBeenCalled();
});

/** Typed and sent, and left before it is answered, which is when the test says so. */
async function leave() {
  let answer = () => {};
  const create = vi.fn<Send>(
    (id, { name }) =>
      new Promise((done) => {
        answer = () => done({ id, version: 1, name });
      }),
  );
  const form = <Form thing={{ id: NEW_ID, version: 0, name: '' }} create={create} change={vi.fn()} />;
  const { unmount } = renderStaffScreen(form, { permissions: [] });
  await userEvent.type(screen.getByLabelText('Nom'), 'Nour');
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalled());
  unmount();
  return { create, form, answer: () => act(async () => answer()) };
}

it('leaves nothing to be made again where it was left while it was sent', async () => {
  const { answer } = await leave();
  expect(countDrafts()).toBe(1);
  await answer();
  expect(countDrafts()).toBe(0);
});

it('starts empty where one came back before it was answered', async () => {
  const { create, form, answer } = await leave();
  renderStaffScreen(form, { permissions: [] });
  expect(screen.getByLabelText('Nom')).toHaveValue('Nour');
  await answer();
  await waitFor(() => expect(screen.getByLabelText('Nom')).toHaveValue(''));
  await saveByKey();
  expect(create).toHaveBeenCalledTimes(1);
  expect(countDrafts()).toBe(0);
});
