import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { staffSession } from '../../testing/staff-session.ts';
import { forgetDrafts } from '../form/drafts.ts';
import { NEW_ID } from '../form/editing.ts';
import { RecordFormFrame } from '../form/record-form.tsx';
import type { Upload } from '../media/upload-queue.ts';
import { UploadsGuard } from '../media/uploads-guard.tsx';
import { useDetailForm } from './use-detail-form.ts';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useNavigate: () => navigate,
}));

interface Thing {
  id: string;
  version: number;
  name: string;
}

type Send = (id: string, body: { name: string }) => Promise<Thing>;

const NEW: Thing = { id: NEW_ID, version: 0, name: '' };
const lost = () => new ApiError(0, {});
const create = vi.fn<Send>();
const change = vi.fn<Send>();

beforeEach(() => {
  localStorage.clear();
  navigate.mockReset();
  change.mockReset();
  create.mockReset();
  create.mockImplementation(async (id, { name }) => ({ id, version: 1, name }));
});

function Form() {
  const form = useDetailForm(NEW, {
    kind: 'thing',
    draftOf: ({ name }: Thing) => ({ name }),
    bodyOf: (_, { name }) => ({ name }),
    create,
    change,
    keyOf: ({ id }) => ['thing', id],
    lists: [],
    screen: '/brands/$id',
    leadsTo: '/menus',
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

const shown = () => renderStaffScreen(<Form />, { permissions: [] });
const field = () => screen.getByLabelText('Nom');
const save = () => userEvent.keyboard('{Control>}s{/Control}');
const sent = (times: number) => waitFor(() => expect(create).toHaveBeenCalledTimes(times));
const names = () => create.mock.calls.map(([, { name }]) => name);

/** A send that ends when the test says so. */
function held() {
  let end: { answer: (thing: Thing) => void; fail: (error: Error) => void } | undefined;
  create.mockImplementationOnce(
    () =>
      new Promise((answer, fail) => {
        end = { answer, fail };
      }),
  );
  return {
    fail: () => act(async () => end?.fail(lost())),
    answer: () => {
      const [id = '', { name } = { name: '' }] = create.mock.lastCall ?? [];
      return act(async () => end?.answer({ id, version: 1, name }));
    },
  };
}

/** "Nour" was sent and its answer lost; "Nour!" stands there since. */
async function lostAndChanged() {
  create.mockRejectedValueOnce(lost());
  const page = shown();
  await userEvent.type(field(), 'Nour');
  await save();
  await sent(1);
  await userEvent.type(field(), '!');
  return page;
}

/** "Nour" was sent and made; "Nour!" stands there since before the answer. */
async function changedWhileSent() {
  shown();
  const first = held();
  await userEvent.type(field(), 'Nour');
  await save();
  await sent(1);
  await userEvent.type(field(), '!');
  await first.answer();
}

it('sends nothing else once who sent it has signed out', async () => {
  const { unmount } = await lostAndChanged();
  const repeat = held();
  await save();
  await sent(2);
  forgetDrafts('samira');
  unmount();
  await repeat.fail();
  expect(names()).toEqual(['Nour', 'Nour']);
});

it('makes no second one where another tab learned that it was made and this one did not', async () => {
  await lostAndChanged();
  const repeat = held();
  await save();
  await sent(2);
  // What the answer does there.
  for (const key of Object.keys(localStorage))
    if (key.startsWith('draft-intent:')) localStorage.removeItem(key);
  await repeat.fail();
  await save();
  await sent(3);
  expect(names()).toEqual(['Nour', 'Nour', 'Nour']);
  expect(new Set(create.mock.calls.map(([id]) => id)).size).toBe(1);
});

it('makes no second one where somebody changed the first since', async () => {
  await lostAndChanged();
  const [id = ''] = create.mock.lastCall ?? [];
  const current = { id, version: 2, name: 'Nour' };
  create.mockRejectedValueOnce(new ApiError(409, { code: 'catalog.stale_version', current }));
  await save();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ params: { id } })));
  expect(names()).toEqual(['Nour', 'Nour']);
  expect(field()).toHaveValue('Nour!');
});

it('makes another one where the first was refused', async () => {
  await lostAndChanged();
  create.mockRejectedValueOnce(new ApiError(422, {}));
  await save();
  await sent(3);
  expect(names()).toEqual(['Nour', 'Nour', 'Nour!']);
  expect(new Set(create.mock.calls.map(([id]) => id)).size).toBe(2);
});

it('saves what was typed meanwhile before its page opens, where that was asked for', async () => {
  const first = held();
  shown();
  await userEvent.type(field(), 'Nour');
  await save();
  await sent(1);
  await userEvent.type(field(), '!');
  await save();
  change.mockImplementation(async (id, { name }) => ({ id, version: 2, name }));
  await first.answer();
  const [id = ''] = create.mock.lastCall ?? [];
  await waitFor(() => expect(navigate).toHaveBeenCalledOnce());
  expect(change.mock.calls).toEqual([[id, { name: 'Nour!' }]]);
  expect(create).toHaveBeenCalledOnce();
});

it('asks before it leaves a picture that did not arrive', async () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  const failed: Upload = { id: 'u', file, state: 'failed', progress: 0, mistake: lost() };
  renderStaffScreen(
    <>
      <Form />
      <UploadsGuard uploads={[failed]} />
    </>,
    { permissions: [] },
  );
  const first = held();
  await userEvent.type(field(), 'Nour');
  await save();
  await sent(1);
  await userEvent.type(field(), '!');
  await first.answer();
  expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '/brands/$id', ignoreBlocker: false }));
});

it('says that another tab made what it goes on with', async () => {
  renderStaffScreen(<Toasts dir="ltr" />, { permissions: [] });
  await lostAndChanged();
  const [id = '', { name } = { name: '' }] = create.mock.lastCall ?? [];
  const told = { draft: { name }, made: { id, version: 1, name }, as: name };
  const key = `draft-sent:${staffSession().employee.id}:thing:${NEW_ID}`;
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(told) })));
  expect(await screen.findByText(m.db_draft_made_elsewhere())).toBeVisible();
  expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ params: { id } }));
  expect(field()).toHaveValue('Nour!');
});

it('leads to its page, not to the list, where something was typed meanwhile', async () => {
  await changedWhileSent();
  expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '/brands/$id', ignoreBlocker: true }));
});

it('asks before it leaves what has no room in the browser', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await changedWhileSent();
  expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '/brands/$id', ignoreBlocker: false }));
  expect(field()).toHaveValue('Nour!');
});

it('keeps a long draft with what was sent of it', async () => {
  create.mockRejectedValueOnce(lost());
  const { unmount } = shown();
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(120_000));
  await save();
  await sent(1);
  await userEvent.paste('!');
  unmount();
  shown();
  await save();
  await sent(2);
  expect(names()[1]).toBe(names()[0]);
  expect(field()).toHaveValue(`${'x'.repeat(120_000)}!`);
});
