import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { PictureField } from './picture-field.tsx';
import { asSmallJpeg } from './small-picture.ts';

vi.mock('./small-picture.ts', async (original) => ({ ...(await original<object>()), asSmallJpeg: vi.fn() }));

const file = (name: string) => new File(['x'], name, { type: 'image/png' });
const changed = vi.fn<(value: string) => void>();

function Picture() {
  const [value, setValue] = useState('');
  const change = (picture: string) => {
    changed(picture);
    setValue(picture);
  };
  return <PictureField label="Image" value={value} errors={[]} onChange={change} />;
}

it('holds what was chosen last, however long it takes to make another one small', async () => {
  const made = new Map<string, (picture: string) => void>();
  vi.mocked(asSmallJpeg).mockImplementation(
    (given) => new Promise((resolve) => made.set((given as File).name, resolve)),
  );
  renderStaffScreen(<Picture />, { permissions: ['content.write'] });
  const input = screen.getByLabelText('Image');
  await userEvent.upload(input, file('large.png'));
  await userEvent.upload(input, file('small.png'));
  await act(async () => made.get('small.png')?.('data:small'));
  await act(async () => made.get('large.png')?.('data:large'));
  expect(changed.mock.calls).toEqual([['data:small']]);
  await userEvent.upload(input, file('late.png'));
  await userEvent.click(screen.getByRole('button', { name: m.db_picture_remove() }));
  await act(async () => made.get('late.png')?.('data:late'));
  expect(changed.mock.lastCall).toEqual(['']);
});
