import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PREVIEW_READY } from '@/api/home-preview.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Asked, answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { BlockForm } from './block-form.tsx';
import { BlocksPreview } from './blocks-preview.tsx';
import { NEW_BLOCK } from './draft.ts';

const PERMISSIONS = { permissions: ['content.write', 'catalog.read'] };
const block = { ...NEW_BLOCK, id: 'b', version: 2, type: 'text_carousel', source: '', isActive: false };
const module = { type: 'text_carousel', publicTitle: '', items: ['Un'], wrapperCssClass: '' };
const told = (blocks: readonly { id: string; isShown: boolean }[]) => ({
  '/home-blocks/preview': { body: { blocks: blocks.map((one) => ({ ...one, module })) } },
});
const asks = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path.endsWith('/preview')).map(({ body }) => body);

/** The framed page says that it is there; what it is sent then. */
function listening(frame: HTMLIFrameElement) {
  const page = frame.contentWindow;
  if (!page) throw new Error('a frame has a page');
  const sent = vi.spyOn(page, 'postMessage').mockReturnValue(undefined);
  const say = (origin: string, source: Window | null = page) =>
    act(
      () => void window.dispatchEvent(new MessageEvent('message', { data: PREVIEW_READY, origin, source })),
    );
  return { sent, say };
}

it.each(['fr', 'ar'] as const)(
  'sends what is typed to the framed page, and to no other, in %s',
  async (locale) => {
    const asked = answerWith(told([{ id: 'b', isShown: false }]));
    renderStaffScreen(<BlockForm block={block} />, { ...PERMISSIONS, locale });
    const title = m.db_preview_frame({
      width: m.db_preview_phone(),
      language: locale === 'fr' ? 'Français' : 'العربية',
    });
    const frame = await screen.findByTitle<HTMLIFrameElement>(title);
    expect(new URL(frame.src).pathname).toBe(locale === 'fr' ? '/preview' : '/ar/preview');
    expect(screen.getByText(m.db_preview_hidden())).toBeVisible();
    const { sent, say } = listening(frame);
    say('https://a.example');
    say(window.location.origin, window);
    expect(sent).not.toHaveBeenCalled();
    say(window.location.origin);
    const shown = [{ ...module, wrapperCssClass: 'is-edited is-unseen' }];
    expect(sent).toHaveBeenCalledWith({ homePreview: shown }, window.location.origin);

    await userEvent.type(screen.getAllByLabelText('Français')[1] as HTMLElement, 'Deux');
    await waitFor(() =>
      expect(asks(asked).at(-1)).toMatchObject({
        id: 'b',
        language: locale,
        block: { text: { fr: 'Deux' } },
      }),
    );
    await userEvent.selectOptions(screen.getByLabelText(m.db_preview_language()), 'English');
    const english = m.db_preview_frame({ width: m.db_preview_phone(), language: 'English' });
    expect((await screen.findByTitle<HTMLIFrameElement>(english)).src).toMatch(/\/en\/preview$/);
    await waitFor(() => expect(asks(asked).at(-1)).toMatchObject({ language: 'en' }));
  },
);

it('says what has nothing to show, and shows the page as it was where something is wrong', async () => {
  const asked = answerWith(told([]));
  renderStaffScreen(<BlockForm block={{ ...block, type: 'banner' }} />, PERMISSIONS);
  expect(await screen.findByText(m.db_preview_empty())).toBeVisible();
  await userEvent.type(screen.getByLabelText(m.db_block_link()), 'x');
  expect(await screen.findByText(m.db_preview_unfinished())).toBeVisible();
  expect(asks(asked)).toHaveLength(1);
});

it('shows the list’s order, and what shoppers don’t see when that is asked for', async () => {
  const asked = answerWith(told([{ id: 'b', isShown: false }]));
  renderStaffScreen(<BlocksPreview blocks={[block, { ...block, id: 'c' }]} />, PERMISSIONS);
  await userEvent.click(screen.getByLabelText(m.db_preview_all()));
  await waitFor(() => expect(asks(asked).at(-1)).toEqual({ ids: ['b', 'c'], all: true, language: 'fr' }));
  expect(await screen.findByText(m.db_preview_dashed())).toBeVisible();
  await userEvent.click(screen.getByLabelText(m.db_preview_desktop()));
  const title = m.db_preview_frame({ width: m.db_preview_desktop(), language: 'Français' });
  expect(await screen.findByTitle(title)).toBeVisible();
});
