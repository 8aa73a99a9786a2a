import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Field } from '@/ui/form/field.tsx';
import type { Language } from '../../parts/languages.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { sendFile } from '../media/send-file.ts';
import { RichText } from './rich-text.tsx';

vi.mock('../media/send-file.ts', () => ({ sendFile: vi.fn() }));

const told = vi.fn<(html: string) => void>();

interface ScreenProps {
  html?: string;
  language?: Language;
  mayWrite?: boolean;
}

function Screen({ html = '', language = 'fr', mayWrite = true }: ScreenProps) {
  const [value, setValue] = useState(html);
  return (
    <form onSubmit={() => told('sent')}>
      <fieldset disabled={!mayWrite}>
        <Field label="Texte" errors={value.includes('!') ? ['Trop fort'] : []}>
          {(control) => (
            <RichText
              {...{ control, language, value }}
              maxLength={500}
              onChange={(text) => {
                told(text);
                setValue(text);
              }}
            />
          )}
        </Field>
      </fieldset>
      <button type="button" onClick={() => setValue(html)}>
        discard
      </button>
    </form>
  );
}

async function open(props: ScreenProps = {}, locale: 'fr' | 'ar' = 'fr') {
  told.mockClear();
  renderStaffScreen(<Screen {...props} />, { permissions: [], locale });
  return screen.findByRole('textbox', { name: 'Texte' });
}

const tool = (name: string) => screen.getByRole('button', { name });
const last = () => told.mock.lastCall?.[0];
const press = (name: string) => userEvent.click(tool(name));

function chooseAll(text: HTMLElement) {
  text.focus();
  fireEvent.keyDown(text, { key: 'a', code: 'KeyA', keyCode: 65, ctrlKey: true });
}

function paste(text: HTMLElement, data: Record<string, string>) {
  const clipboardData = { getData: (type: string) => data[type] ?? '', types: Object.keys(data), files: [] };
  fireEvent.paste(text, { clipboardData });
}

it.each(['fr', 'ar'] as const)('writes a text in its language, in %s', async (locale) => {
  const text = await open({ language: 'ar' }, locale);
  expect(text).toHaveAttribute('dir', 'rtl');
  expect(text).toHaveAttribute('lang', 'ar');
  expect(text).toHaveAttribute('aria-multiline', 'true');
  expect(screen.getByRole('toolbar')).toHaveAccessibleName(m.db_rich_tools({ language: m.db_lang_ar() }));
  paste(text, { 'text/plain': 'مرحبا' });
  expect(last()).toBe('<p>مرحبا</p>');
  chooseAll(text);
  await press(m.db_rich_bold());
  expect(last()).toBe('<p><strong>مرحبا</strong></p>');
  expect(tool(m.db_rich_bold())).toHaveAttribute('aria-pressed', 'true');
  await press(m.db_rich_bullets());
  expect(last()).toBe('<ul><li><strong>مرحبا</strong></li></ul>');
  await press(m.db_rich_undo());
  await press(m.db_rich_undo());
  expect(last()).toBe('<p>مرحبا</p>');
});

it('sends nothing once all is taken away', async () => {
  const text = await open({ html: '<h2>Bonjour</h2>' });
  chooseAll(text);
  fireEvent.keyDown(text, { key: 'Backspace', code: 'Backspace', keyCode: 8 });
  expect(last()).toBe('');
});

it('says the same as before where the same is written again', async () => {
  const html = '<p>Un <b>vieux</b> texte</p>\n<p>de deux lignes</p>';
  const text = await open({ html });
  text.focus();
  text.blur();
  expect(told).not.toHaveBeenCalled();
  chooseAll(text);
  await press(m.db_rich_italic());
  expect(last()).toContain('<em>');
  await press(m.db_rich_undo());
  expect(last()).toBe(html);
});

it('shows what the text has become elsewhere', async () => {
  const text = await open({ html: '<p>Avant</p>' });
  chooseAll(text);
  paste(text, { 'text/plain': 'Après !' });
  expect(text).toHaveTextContent('Après !');
  await waitFor(() => expect(text).toHaveAccessibleDescription('Trop fort'));
  expect(text).toHaveAttribute('aria-invalid', 'true');
  await userEvent.click(screen.getByText('discard'));
  expect(text).toHaveTextContent('Avant');
});

it('sets a link, tells what leads nowhere, and takes it off', async () => {
  const text = await open({ html: '<p>Livraison</p>' });
  chooseAll(text);
  fireEvent.keyDown(text, { key: 'k', code: 'KeyK', ctrlKey: true });
  const address = await screen.findByLabelText(m.db_rich_link_address());
  expect(address).toHaveFocus();
  await userEvent.type(address, 'nulle part{Enter}');
  expect(address).toHaveAccessibleDescription(m.db_rich_link_wrong());
  await userEvent.clear(address);
  await userEvent.type(address, '/pages/livraison{Enter}');
  expect(last()).toBe('<p><a href="/pages/livraison" rel="noopener noreferrer">Livraison</a></p>');
  expect(screen.queryByLabelText(m.db_rich_link_address())).toBeNull();
  expect(told).not.toHaveBeenCalledWith('sent');
  chooseAll(text);
  await press(m.db_rich_link());
  expect(screen.getByLabelText(m.db_rich_link_address())).toHaveValue('/pages/livraison');
  await userEvent.click(screen.getByText(m.db_rich_link_remove()));
  expect(last()).toBe('<p>Livraison</p>');
});

it('links what was chosen a moment before, of which the browser has told nothing yet', async () => {
  const text = await open({ html: '<p>Livraison</p>' });
  text.focus();
  getSelection()?.selectAllChildren(text.querySelector('p') ?? text);
  fireEvent.keyDown(text, { key: 'k', code: 'KeyK', ctrlKey: true });
  await userEvent.type(await screen.findByLabelText(m.db_rich_link_address()), '0555123456{Enter}');
  expect(last()).toBe('<p><a href="tel:0555123456" rel="noopener noreferrer">Livraison</a></p>');
});

it('makes of what is pasted what a text may have', async () => {
  const text = await open();
  paste(text, {
    'text/html':
      '<h1>Titre</h1><table><tr><td>a</td></tr></table><img src="https://e.example/x.png" alt="une photo">',
    'text/plain': 'Titre',
  });
  expect(last()).toBe('<h2>Titre</h2><p>a</p>');
  chooseAll(text);
  paste(text, { 'text/html': `<p>Logo<img src="${location.origin}/media/logo.webp" alt="Souk"></p>` });
  expect(last()).toBe('<p>Logo<img src="/media/logo.webp" alt="Souk"></p>');
  chooseAll(text);
  paste(text, { 'text/plain': 'https://boutique.dz/new' });
  expect(last()).toContain('<a href="https://boutique.dz/new"');
});

it('asks what a new picture shows once, and lets the arrows pass it afterwards', async () => {
  const sent = { path: '/media/a.webp', width: 2, height: 2 };
  vi.mocked(sendFile).mockResolvedValue(sent);
  const text = await open({ html: '<p>Un</p>' });
  await press(m.db_rich_picture());
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText(m.db_pictures_add()), file);
  const shows = await screen.findByLabelText(m.db_rich_picture_alt());
  await waitFor(() => expect(shows).toHaveFocus());
  await userEvent.type(shows, 'Robe{Escape}');
  expect(screen.queryByLabelText(m.db_rich_picture_alt())).toBeNull();
  expect(last()).toContain('alt="Robe"');
  fireEvent.keyDown(text, { key: 'ArrowLeft', code: 'ArrowLeft', keyCode: 37 });
  expect(await screen.findByLabelText(m.db_rich_picture_alt())).not.toHaveFocus();
});

it('asks before a picture on its way to a text is left', async () => {
  let arrive = () => {};
  vi.mocked(sendFile).mockImplementation(
    () =>
      new Promise((resolve) => {
        arrive = () => resolve({ path: '/media/a.webp', width: 2, height: 2 });
      }),
  );
  const { history } = renderStaffScreen(<Screen html="<p>Un</p>" />, { permissions: [] });
  await screen.findByRole('textbox', { name: 'Texte' });
  await press(m.db_rich_picture());
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText(m.db_pictures_add()), file);
  await act(async () => history.push('/elsewhere'));
  expect(await screen.findByText(m.db_pictures_under_way())).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_unsaved_stay() }));
  await act(async () => arrive());
  await act(async () => history.push('/elsewhere'));
  await waitFor(() => expect(history.location.pathname).toBe('/elsewhere'));
});

it('leaves no picture behind for the source that can be sent again', async () => {
  vi.mocked(sendFile).mockRejectedValue(new Error('cut'));
  const text = await open({ html: '<p>Un</p>' });
  await press(m.db_rich_picture());
  const file = new File(['x'], 'a.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText(m.db_pictures_add()), file);
  const tile = (await screen.findByText('a.png')).closest('li') as HTMLElement;
  await within(tile).findByRole('button', { name: m.db_retry() });
  expect(tool(m.db_rich_source())).toHaveAttribute('aria-disabled', 'true');
  await press(m.db_rich_source());
  expect(text).toBeInTheDocument();
  await userEvent.click(within(tile).getByRole('button', { name: m.db_cancel() }));
  await press(m.db_rich_source());
  expect(screen.getByRole('textbox', { name: 'Texte' })).toHaveValue('<p>Un</p>');
});

describe('as HTML', () => {
  const table = '<table><tbody><tr><td>Taille</td></tr></tbody></table>';

  it('opens what the editor can’t show, says why and loses nothing', async () => {
    const source = await open({ html: table });
    expect(source).toHaveValue(table);
    expect(screen.getByText(m.db_rich_source_only())).toBeVisible();
    expect(tool(m.db_rich_source())).toHaveAttribute('aria-disabled', 'true');
    await press(m.db_rich_source());
    expect(source).toBeInTheDocument();
    expect(told).not.toHaveBeenCalled();
    fireEvent.change(source, { target: { value: '<p>Taille</p>' } });
    expect(screen.queryByText(m.db_rich_source_only())).toBeNull();
    await press(m.db_rich_source());
    const text = await screen.findByRole('textbox', { name: 'Texte' });
    await waitFor(() => expect(text).toHaveFocus());
    expect(text.innerHTML).toBe('<p>Taille</p>');
    expect(last()).toBe('<p>Taille</p>');
  });

  it('becomes a table that was written in the source, and stays one', async () => {
    await open({ html: '<p>a</p>' });
    await press(m.db_rich_source());
    const source = screen.getByRole('textbox', { name: 'Texte' });
    await waitFor(() => expect(source).toHaveFocus());
    fireEvent.change(source, { target: { value: table } });
    expect(last()).toBe(table);
    expect(screen.getByText(m.db_rich_source_only())).toBeVisible();
  });

  it('runs nothing of what is typed in its preview', async () => {
    await open({ html: `<script>alert(1)</script>${table}` });
    const details = document.querySelector('details') as HTMLDetailsElement;
    expect(details.querySelector('iframe')).toBeNull();
    details.open = true;
    fireEvent(details, new Event('toggle'));
    const frame = details.querySelector('iframe');
    expect(frame?.getAttribute('sandbox')).toBe('');
    expect(frame?.getAttribute('srcdoc')).toContain(table);
  });
});

it('is read alone by who may not write', async () => {
  const text = await open({ html: '<p>Lu</p>', mayWrite: false });
  await waitFor(() => expect(text).toHaveAttribute('contenteditable', 'false'));
  expect(tool(m.db_rich_bold())).toBeDisabled();
});

it('closes with Escape what was opened over its panel, and not the panel', async () => {
  answerWith({ '/shop-pictures': { body: { pictures: [], total: 0, page: 1, size: 24, pageCount: 1 } } });
  await open();
  await press(m.db_rich_picture());
  const panel = screen.getByRole('group', { name: m.db_rich_picture() });
  await userEvent.click(within(panel).getByRole('button', { name: m.db_shop_pictures_choose() }));
  await screen.findByRole('searchbox');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(panel).toBeVisible();
  within(panel).getByRole('button', { name: m.db_shop_pictures_choose() }).focus();
  await userEvent.keyboard('{Escape}');
  expect(panel).not.toBeInTheDocument();
});
