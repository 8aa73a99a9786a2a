import { describe, expect, it } from 'vitest';
import type { Attribute } from '../../data/types.ts';
import { FIRST_COLOR, movedOption, type Option, repeatedOptions } from '../../recipe/inputs/options.ts';
import { bodyOf, draftOf, NEW_ATTRIBUTE } from './draft.ts';

const option = (id: string, fr: string, color = ''): Option => ({ id, name: { fr, ar: '', en: '' }, color });
const size: Attribute = {
  ...NEW_ATTRIBUTE,
  id: 'a',
  version: 3,
  name: { fr: 'Taille', ar: '', en: '' },
  options: [option('s', 'S'), option('m', 'M')],
};

describe('an attribute', () => {
  it('sends what changed and nothing else', () => {
    expect(bodyOf(size, draftOf(size))).toEqual({ version: 3 });
    const longer = { ...draftOf(size), options: [...size.options, option('l', 'L', '#112233')] };
    expect(bodyOf(size, longer)).toEqual({ version: 3, options: [...size.options, option('l', 'L')] });
  });
  it('sends a colour with each option of an attribute of colours', () => {
    const colors = { ...size, input: 'color' as const };
    const draft = { ...draftOf(colors), options: [option('r', 'Rouge', '#aa0000'), option('g', 'Gris')] };
    expect(bodyOf(colors, draft)?.options?.map(({ color }) => color)).toEqual(['#aa0000', FIRST_COLOR]);
  });
  it('sends of a picture its content, the path of the one that stays, or that there is none', () => {
    const pictures = ['data:image/jpeg;base64,AQID', '/media/shop/a-160.jpg', '', undefined];
    const options = pictures.map((picture, at) => ({ ...option(String(at), `N${at}`), picture }));
    expect(bodyOf(size, { ...draftOf(size), options })?.options?.map(({ picture }) => picture)).toEqual([
      'AQID',
      '/media/shop/a-160.jpg',
      '',
      undefined,
    ]);
  });
  it.each([
    [{ name: { fr: ' ', ar: 'مقاس', en: '' } }],
    [{ options: [option('s', '')] }],
    [{ options: [option('s', 'S'), option('m', ' s')] }],
  ])('sends nothing while a name is missing or stands twice: %j', (wrong) => {
    expect(bodyOf(size, { ...draftOf(size), ...wrong })).toBeNull();
  });
  it('says which names stand twice, once they are typed', () => {
    const options = ['S', 'M', 's ', '', ''].map((name, at) => option(String(at), name));
    expect([...repeatedOptions(options)]).toEqual([2]);
  });
  it('puts an option somewhere else, and nowhere where there is no place', () => {
    const ids = (options: readonly Option[]) => options.map(({ id }) => id).join('');
    expect(ids(movedOption(size.options, 0, 1))).toBe('ms');
    expect(ids(movedOption(size.options, 1, 0))).toBe('ms');
    expect(movedOption(size.options, 1, 2)).toBe(size.options);
    expect(movedOption(size.options, 0, -1)).toBe(size.options);
  });
});
