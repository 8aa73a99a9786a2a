import { expect, it } from 'vitest';
import { NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { bodyOf, draftOf } from './draft.ts';

const settings = {
  version: 3,
  shopName: { ...NO_TEXTS, fr: 'Zahra' },
  phone: '',
  openingHours: NO_TEXTS,
  activeAddToCart: true,
  showLowestPrice: false,
  priceBasis: 'ht',
  promoMessages: [],
  promises: [],
  theme: {},
  logo: '',
  favicon: '',
  cooldownSeconds: 0,
  holdHours: 0,
  identity: { name: '', address: '', email: '', rc: '', nif: '', nis: '', ai: '' },
};
const draft = draftOf(settings);

it('sends what changed and nothing else', () => {
  expect(bodyOf(settings, draft)).toEqual({ version: 3 });
  const promises = [{ kind: 'call', title: { ...NO_TEXTS, fr: 'Appel' }, text: NO_TEXTS }];
  const typed = { ...draft, activeAddToCart: false, promises };
  expect(bodyOf(settings, typed)).toEqual({ version: 3, activeAddToCart: false, promises });
});

it('asks who sells also where a gateway of the release before told nothing of it', () => {
  const { identity, ...before } = settings;
  expect(draftOf(before as typeof settings).identity).toEqual(identity);
});

it('sends who sells as a whole', () => {
  const identity = { ...draft.identity, nif: '002116001234567' };
  expect(bodyOf(settings, { ...draft, identity })).toEqual({ version: 3, identity });
});

it('sends times as numbers, and 0 for one that was emptied', () => {
  const chosen = { ...settings, cooldownSeconds: 45 };
  const typed = { ...draftOf(chosen), cooldownSeconds: '', holdHours: ' ٢٤ ' };
  expect(bodyOf(chosen, typed)).toEqual({ version: 3, cooldownSeconds: 0, holdHours: 24 });
});

it.each([{ cooldownSeconds: '9' }, { cooldownSeconds: '1m' }, { holdHours: '721' }, { holdHours: '-1' }])(
  'sends nothing while a time is none or out of bounds: %j',
  (wrong) => {
    expect(bodyOf(settings, { ...draft, ...wrong })).toBeNull();
  },
);

it('leaves messages out that say nothing', () => {
  const free = { ...NO_TEXTS, fr: 'Livraison gratuite' };
  const promoMessages = [NO_TEXTS, free, { ...NO_TEXTS, en: ' ' }];
  expect(bodyOf(settings, { ...draft, promoMessages })).toEqual({ version: 3, promoMessages: [free] });
});

it.each([
  { shopName: { ...NO_TEXTS, ar: 'زهرة' } },
  { promises: [{ kind: 'call', title: NO_TEXTS, text: NO_TEXTS }] },
  { promoMessages: [{ ...NO_TEXTS, ar: 'توصيل مجاني' }] },
])('sends nothing while a French name, title or message is missing: %j', (wrong) => {
  expect(bodyOf(settings, { ...draft, ...wrong })).toBeNull();
});
