import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { PictureField } from '../inputs/picture-field.tsx';

const picture = (name: string) => ({
  path: `/media/shop/${name}-1080.jpg`,
  thumb: `/media/shop/${name}-160.webp`,
  textPath: `/media/shop/${name}-1080.webp`,
  textWidth: 640,
  textHeight: 480,
  name,
  addedAt: '2026-11-22T10:00:00Z',
});

it.each(['fr', 'ar'] as const)('chooses a picture that the shop has already, in %s', async (locale) => {
  const queries: string[] = [];
  answerWith({
    '/shop-pictures': ({ url }) => {
      const { searchParams } = new URL(url);
      queries.push(searchParams.get('q') ?? '');
      const pictures = ['atelier', 'soldes'].filter((name) => name.includes(searchParams.get('q') ?? ''));
      return {
        body: { pictures: pictures.map(picture), total: pictures.length, page: 1, size: 24, pageCount: 1 },
      };
    },
  });
  const onChange = vi.fn();
  renderStaffScreen(<PictureField label="Image" value="" errors={[]} onChange={onChange} />, {
    permissions: ['content.write'],
    locale,
  });
  expect(queries).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: m.db_shop_pictures_choose() }));
  expect(await screen.findByRole('button', { name: /atelier/ })).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'sold');
  await waitFor(() => expect(screen.queryByRole('button', { name: /atelier/ })).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: /soldes/ }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('/media/shop/soldes-1080.jpg');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('offers none of them where they are not taken', () => {
  renderStaffScreen(
    <PictureField label="Logo" value="" errors={[]} offersShopPictures={false} onChange={vi.fn()} />,
    { permissions: ['transporters.write'] },
  );
  expect(screen.queryByRole('button', { name: m.db_shop_pictures_choose() })).not.toBeInTheDocument();
});
