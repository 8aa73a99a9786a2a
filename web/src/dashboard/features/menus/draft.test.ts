import { expect, it } from 'vitest';
import { draftOf, formOf, inTreeOrder, isLink, missing, nameOf, newItem, ofType } from './draft.ts';
import { KIND_NAMES, kindOf } from './kinds.ts';

const text = (fr: string) => ({ fr, ar: '', en: '' });
const item = {
  ...newItem('footer'),
  id: 'a',
  version: 3,
  type: 'Cms',
  targetId: 'p',
  targetName: text('Livraison'),
};

it('sends an item whole, field by field', () => {
  const draft = { ...draftOf(item), label: { fr: ' Délais ', ar: 'الآجال', en: '' }, accent: true };
  expect(formOf(item, draft)).toEqual({
    version: '3',
    menu: 'footer',
    type: 'Cms',
    targetId: 'p',
    link: '',
    'label.fr': 'Délais',
    'label.ar': 'الآجال',
    'label.en': '',
    accent: 'true',
    isActive: 'true',
  });
});

it('clears what another type was filled with', () => {
  const link = { ...draftOf(item), ...ofType('Link') };
  expect(link).toMatchObject({ type: 'Link', targetId: '', link: '' });
  expect({ ...link, ...ofType('3') }).toMatchObject({ type: '3', targetId: '', link: '' });
});

it('knows what each type still needs', () => {
  const needs = (type: string) => missing({ ...draftOf(item), ...ofType(type) });
  const pages = KIND_NAMES.filter((type) => needs(type).length === 0);
  expect(pages).toEqual(['3', '4', '5', '6', '8', '10']);
  expect(needs('Link')).toEqual(['link', 'label.fr']);
  expect(KIND_NAMES.filter((type) => needs(type).includes('targetId'))).toHaveLength(7);
  expect(formOf(item, { ...draftOf(item), ...ofType('Brand') })).toBeNull();
  expect(kindOf('99').words()).toBe('99');
});

it('takes paths and secure addresses alone', () => {
  expect(['/', '/new?page=2', 'https://a.example', 'https://a.example/b'].every(isLink)).toBe(true);
  const wrong = ['', 'new', '//a.example', '/\\a', 'http://a.example', 'https://', 'javascript:alert(1)'];
  expect(wrong.some(isLink)).toBe(false);
});

it('is called by its own words, else as what it leads to', () => {
  expect(nameOf(item)).toBe('Livraison');
  expect(nameOf({ ...item, label: text('Délais') })).toBe('Délais');
  expect(nameOf({ ...item, targetName: text('') })).toBe(kindOf('Cms').words());
});

it('lays out what is below an item behind it', () => {
  const items = [item, { ...item, id: 'b' }, { ...item, id: 'c', parentId: 'a' }];
  expect(inTreeOrder(items).map(({ id }) => id)).toEqual(['a', 'c', 'b']);
});
