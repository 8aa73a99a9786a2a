import { describe, expect, it } from 'vitest';
import type { ShopSettings } from '../../data/types.ts';
import { bodyOf, draftOf } from './draft.ts';

const read = { version: 3, theme: { info: '#003399' }, logo: '/media/shop/a-480.jpg', favicon: '' };
const settings = read as unknown as ShopSettings;

describe('how the shop looks', () => {
  it('sends a picture that was chosen or taken away, and leaves the other as it is', () => {
    const draft = draftOf(settings);
    expect(bodyOf(settings, draft)).toEqual({ version: 3, theme: read.theme });
    const chosen = bodyOf(settings, { ...draft, favicon: 'data:image/jpeg;base64,QUJD' });
    expect(chosen).toEqual({ version: 3, theme: read.theme, favicon: 'QUJD' });
    expect(bodyOf(settings, { ...draft, logo: '' })).toEqual({ version: 3, theme: read.theme, logo: '' });
  });
  it('waits while a text can’t be read', () => {
    expect(bodyOf(settings, { ...draftOf(settings), logo: '', text: '#eeeeee' })).toBeNull();
  });
});
