import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { RecordFormFrame } from './record-form.tsx';
import { useRecordForm } from './use-record-form.ts';

interface One {
  id: string;
  version: number;
  name: string;
}

const one: One = { id: 't', version: 1, name: 'Rouge' };

function Form({ send }: { send: (body: One) => Promise<One> }) {
  const form = useRecordForm(one, {
    kind: 'thing',
    draftOf: ({ name }: One) => ({ name }),
    bodyOf: (read, { name }) => (name ? { ...read, name } : null),
    send,
    keyOf: ({ id }) => [id],
    lists: [],
    onSaved: () => undefined,
  });
  return (
    <RecordFormFrame form={form} nameOf={(path) => path} mayWrite>
      <input
        aria-label="Nom"
        aria-invalid={form.isTried && !form.draft.name}
        aria-describedby="wrong"
        value={form.draft.name}
        onChange={({ target }) => form.edit(() => ({ name: target.value }))}
      />
      {form.isTried && !form.draft.name && <span id="wrong">{m.db_field_required()}</span>}
    </RecordFormFrame>
  );
}

const saveByKey = () => userEvent.keyboard('{Control>}s{/Control}');

it('saves what was typed while a save was under way, once that is answered', async () => {
  const answers: (() => void)[] = [];
  const send = vi.fn(
    (body: One) =>
      new Promise<One>((resolve) => {
        answers.push(() => resolve({ ...body, version: body.version + 1 }));
      }),
  );
  renderStaffScreen(<Form send={send} />, { permissions: [] });
  await userEvent.type(screen.getByLabelText('Nom'), ' vif');
  await saveByKey();
  await saveByKey();
  await userEvent.type(screen.getByLabelText('Nom'), ' et mat');
  await saveByKey();
  expect(send).toHaveBeenCalledOnce();
  answers[0]?.();
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  expect(send.mock.lastCall?.[0]).toEqual({ id: 't', version: 2, name: 'Rouge vif et mat' });
  answers[1]?.();
  await waitFor(() => expect(screen.queryByText(m.db_changes())).toBeNull());
  expect(send).toHaveBeenCalledTimes(2);
});

it('says which field is wrong and how, and goes there', async () => {
  const send = vi.fn();
  renderStaffScreen(
    <>
      <Form send={send} />
      <Toasts dir="ltr" />
    </>,
    { permissions: [] },
  );
  await userEvent.clear(screen.getByLabelText('Nom'));
  await userEvent.tab();
  await saveByKey();
  const said = m.db_form_mistake({ field: 'Nom', mistake: m.db_field_required() });
  expect(await screen.findByText(said)).toBeTruthy();
  await waitFor(() => expect(screen.getByLabelText('Nom')).toHaveFocus());
  expect(send).not.toHaveBeenCalled();
});
