import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
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
  expect(countDrafts('samira')).toBe(1);
  await answer();
  expect(countDrafts('samira')).toBe(0);
});

it('starts empty where one came back before it was answered', async () => {
  const { create, form, answer } = await leave();
  renderStaffScreen(form, { permissions: [] });
  expect(screen.getByLabelText('Nom')).toHaveValue('Nour');
  await answer();
  await waitFor(() => expect(screen.getByLabelText('Nom')).toHaveValue(''));
  await saveByKey();
  expect(create).toHaveBeenCalledTimes(1);
  expect(countDrafts('samira')).toBe(0);
});

const NEW: Thing = { id: NEW_ID, version: 0, name: '' };
const lost = () => new ApiError(0, {});
const made = async (id: string, { name }: { name: string }) => ({ id, version: 1, name });
const changed = async (id: string, { name }: { name: string }) => ({ id, version: 2, name });

/** Typed and sent, and not answered. */
async function sendNew(create: Send, change: Send) {
  const queries = makeQueryClient();
  const show = (thing = NEW) =>
    renderStaffScreen(<Form thing={thing} {...{ create, change }} />, { permissions: [], queries });
  const { unmount } = show();
  await userEvent.type(screen.getByLabelText('Nom'), 'Nour');
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(1));
  return { show, unmount };
}

async function changeUnanswered(create: Send, change: Send) {
  const shown = await sendNew(create, change);
  await userEvent.type(screen.getByLabelText('Nom'), '!');
  return shown;
}

/** It is answered when the test says so. */
function answeredLater() {
  let answer = () => {};
  const create = vi.fn<Send>(
    (id, body) =>
      new Promise((done) => {
        answer = () => done(made(id, body));
      }),
  );
  return { create, change: vi.fn<Send>(changed), answer: () => act(async () => answer()) };
}

it.each(['at once', 'after a reload'])(
  'makes one thing where the answer was lost and it was changed before it was sent again, %s',
  async (when) => {
    const create = vi.fn<Send>(made).mockRejectedValueOnce(lost());
    const change = vi.fn<Send>(changed);
    const { show, unmount } = await changeUnanswered(create, change);
    if (when === 'after a reload') {
      unmount();
      show();
    }
    await saveByKey();
    await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
    expect(create.mock.calls[1]).toEqual(create.mock.calls[0]);
    // What was changed since is a change of what was made.
    expect(screen.getByLabelText('Nom')).toHaveValue('Nour!');
    await saveByKey();
    await waitFor(() => expect(change).toHaveBeenCalledWith(create.mock.calls[0]?.[0], { name: 'Nour!' }));
    expect(create).toHaveBeenCalledTimes(2);
    await waitFor(() => expect(countDrafts('samira')).toBe(0));
  },
);

it('sends nothing else until it is known what became of the one before', async () => {
  const create = vi.fn<Send>().mockRejectedValue(lost());
  await changeUnanswered(create, vi.fn());
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(3));
  expect(new Set(create.mock.calls.map((call) => JSON.stringify(call))).size).toBe(1);
});

it('makes what was changed under another id where the one before was refused', async () => {
  const create = vi.fn<Send>(made).mockRejectedValueOnce(lost()).mockRejectedValueOnce(new ApiError(422, {}));
  await changeUnanswered(create, vi.fn());
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(3));
  expect(create.mock.calls[2]?.[1]).toEqual({ name: 'Nour!' });
  expect(create.mock.calls[2]?.[0]).not.toBe(create.mock.calls[0]?.[0]);
});

it('takes what is begun anew for another thing than what was thrown away unanswered', async () => {
  const create = vi.fn<Send>(made).mockRejectedValueOnce(lost());
  await changeUnanswered(create, vi.fn());
  await userEvent.click(screen.getByRole('button', { name: m.db_undo_changes() }));
  await userEvent.type(screen.getByLabelText('Nom'), 'Lila');
  await saveByKey();
  await waitFor(() => expect(create).toHaveBeenCalledTimes(2));
  expect(create.mock.calls[1]?.[1]).toEqual({ name: 'Lila' });
});

it.each(['left', 'left and came back'])(
  'keeps what was changed while it was sent as a change of what was made, where one %s',
  async (where) => {
    const { create, change, answer } = answeredLater();
    const { show, unmount } = await changeUnanswered(create, change);
    unmount();
    const back = where === 'left and came back' && show();
    await answer();
    if (back) back.unmount();
    const another = show();
    expect(screen.getByLabelText('Nom')).toHaveValue('');
    another.unmount();
    const [id = ''] = create.mock.calls[0] ?? [];
    show({ id, version: 1, name: 'Nour' });
    expect(screen.getByLabelText('Nom')).toHaveValue('Nour!');
    await saveByKey();
    await waitFor(() => expect(change).toHaveBeenCalledWith(id, { name: 'Nour!' }));
    expect(create).toHaveBeenCalledTimes(1);
  },
);

it('goes on with what was made where one came back and changed it before it was answered', async () => {
  const { create, change, answer } = answeredLater();
  const { show, unmount } = await sendNew(create, change);
  unmount();
  show();
  await userEvent.type(screen.getByLabelText('Nom'), '!');
  expect(screen.getByRole('button', { name: new RegExp(m.db_saving()) })).toBeDisabled();
  await answer();
  await saveByKey();
  await waitFor(() => expect(change).toHaveBeenCalledWith(create.mock.calls[0]?.[0], { name: 'Nour!' }));
  expect(create).toHaveBeenCalledTimes(1);
});
