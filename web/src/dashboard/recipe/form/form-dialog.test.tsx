import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { type FieldForm, LongTextField, TextField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Sent {
  body: { name: string; note: string };
  key: string;
}

function show(answer: (sent: Sent) => Promise<unknown> = async () => undefined, locale: 'fr' | 'ar' = 'fr') {
  const sent: Sent[] = [];
  const onClose = vi.fn();
  const place = renderStaffScreen(
    <FormDialog
      title="Étiquette"
      submit="Créer"
      start={{ name: '', note: '' }}
      rules={({ name }) => ({ name: !name.trim() && 'Obligatoire' })}
      bodyOf={({ name, note }) => ({ name: name.trim(), note })}
      intent={{ name: 'tag', of: { list: 'l' } }}
      send={(body, key) => {
        sent.push({ body, key });
        return answer({ body, key });
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} at="name" label="Nom" />
          <LongTextField form={form} at="note" label="Note" />
        </>
      )}
    </FormDialog>,
    { permissions: [], locale },
  );
  return { ...place, sent, onClose };
}

const field = (name: string) => screen.getByLabelText(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('sends with Enter, and from a long text with Ctrl Enter, and closes with the answer', async () => {
  let answer = () => {};
  const { sent, onClose } = show(() => new Promise<void>((done) => (answer = done)));
  await userEvent.type(field('Nom'), ' Été {Enter}');
  await userEvent.type(field('Note'), 'a{Enter}b{Control>}{Enter}{/Control}');
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Été', note: '' }]);
  // Open until the answer, whatever is pressed.
  await userEvent.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  answer();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('sends a long text with Ctrl Enter', async () => {
  const { sent, onClose } = show();
  await userEvent.type(field('Nom'), 'Été');
  await userEvent.type(field('Note'), 'a{Enter}b{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Été', note: 'a\nb' }]);
});

it('says what is missing at its field, which takes the focus, and sends nothing', async () => {
  const { sent } = show();
  await userEvent.type(field('Note'), 'a');
  expect(field('Nom')).toHaveAccessibleDescription('');
  await press('Créer');
  expect(field('Nom')).toHaveAccessibleDescription('Obligatoire');
  expect(field('Nom')).toHaveFocus();
  expect(sent).toHaveLength(0);
});

it('says at the field what the shop refused, until it is typed anew', async () => {
  const { onClose } = show(async () => {
    throw new ApiError(422, { errors: { name: [{ key: 'form.validation.tooLong', text: '' }] } });
  });
  await userEvent.type(field('Nom'), 'Été');
  await press('Créer');
  await waitFor(() => expect(field('Nom')).toHaveAccessibleDescription(m.db_rule_too_long()));
  expect(field('Nom')).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.type(field('Nom'), 's');
  expect(field('Nom')).toHaveAccessibleDescription('');
  expect(onClose).not.toHaveBeenCalled();
});

it('says above the fields what belongs to none', async () => {
  show(async () => {
    throw new ApiError(422, { errors: { list: [{ key: 'form.validation.unknown', text: '' }] } });
  });
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  await userEvent.type(field('Nom'), 'Été');
  await press('Créer');
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain(m.db_error_not_found());
  // Also where the form was scrolled away from it.
  expect(shown.mock.contexts).toContain(refusal);
});

it('says above the fields what is wrong where it shows no field', async () => {
  const sent = vi.fn();
  renderStaffScreen(
    <FormDialog
      title="Étiquette"
      submit="Créer"
      start={{ name: 'Été', hidden: '' }}
      rules={({ hidden }) => ({ hidden: !hidden && 'Obligatoire' })}
      bodyOf={(draft) => draft}
      send={sent}
      nameOf={(path) => path}
      onClose={() => {}}
    >
      {(form) => <TextField form={form} at="name" label="Nom" />}
    </FormDialog>,
    { permissions: [] },
  );
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Créer');
  expect(screen.getByRole('alert')).toHaveTextContent('hidden : Obligatoire');
  expect(sent).not.toHaveBeenCalled();
});

const refusedAddress = async () => {
  throw new ApiError(422, { errors: { address: [{ key: 'form.validation.required', text: '' }] } });
};

it('forgets what no field tells once something is another', async () => {
  renderStaffScreen(
    <FormDialog
      title="Transport"
      submit="Corriger"
      start={{ type: 'home', address: '' }}
      bodyOf={(draft) => draft}
      send={refusedAddress}
      nameOf={(path) => path}
      onClose={() => {}}
    >
      {(form) => (
        <>
          <TextField form={form} at="type" label="Type" />
          {form.draft.type === 'home' && <TextField form={form} at="address" label="Adresse" />}
        </>
      )}
    </FormDialog>,
    { permissions: [] },
  );
  await press('Corriger');
  await waitFor(() => expect(field('Adresse')).not.toHaveAccessibleDescription(''));
  await userEvent.type(field('Type'), '!');
  expect(screen.queryByLabelText('Adresse')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

/** A field that waits for something of its own. */
function Late({ form }: { form: FieldForm<{ name: string; address: string }> }) {
  const [isHere, setHere] = useState(false);
  if (isHere) return <TextField form={form} at="address" label="Adresse" />;
  return (
    <button type="button" onClick={() => setHere(true)}>
      Plus
    </button>
  );
}

it('tells a mistake once, also where its field comes later', async () => {
  renderStaffScreen(
    <FormDialog
      title="Transport"
      submit="Corriger"
      start={{ name: '', address: '' }}
      bodyOf={(draft) => draft}
      send={refusedAddress}
      onClose={() => {}}
    >
      {(form) => <Late form={form} />}
    </FormDialog>,
    { permissions: [] },
  );
  await press('Corriger');
  await screen.findByRole('alert');
  await press('Plus');
  expect(field('Adresse')).not.toHaveAccessibleDescription('');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('sends the same under the same key while it is unanswered, and something else under another', async () => {
  const { sent } = show(async () => {
    throw new ApiError(0, {});
  });
  await userEvent.type(field('Nom'), 'Été');
  for (const tries of [1, 2]) {
    await press('Créer');
    await waitFor(() => expect(sent).toHaveLength(tries));
    await screen.findByRole('alert');
  }
  await userEvent.type(field('Nom'), 's');
  await press('Créer');
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

it.each(['fr', 'ar'] as const)('asks before it throws away what was typed, in %s', async (locale) => {
  const { onClose } = show(undefined, locale);
  await userEvent.type(field('Nom'), 'Été');
  await userEvent.keyboard('{Escape}');
  const question = within(screen.getByRole('alert'));
  expect(onClose).not.toHaveBeenCalled();
  expect(question.getByRole('button', { name: m.db_form_go_on() })).toHaveFocus();
  await press(m.db_form_go_on());
  expect(field('Nom')).toHaveFocus();
  expect(field('Nom')).toHaveValue('Été');
  await press(m.db_dialog_leave());
  await press(m.db_form_throw_away());
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes at once where nothing was typed', async () => {
  const { onClose } = show();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
