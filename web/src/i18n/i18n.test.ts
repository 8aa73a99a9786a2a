import { describe, expect, it } from 'vitest';
import { centimes } from '@/domain/money.ts';
import { count, dayAndMonth, money, percentOff, shortDate } from './format.ts';
import { basePath, localeOfPath, pathInLocale, startLocale } from './locale.ts';

describe('addresses', () => {
  it.each([
    ['/', 'fr'],
    ['/ar', 'ar'],
    ['/en/catalog', 'en'],
    ['/arabesque', 'fr'],
  ])('%s is in %s', (path, language) => expect(localeOfPath(path)).toBe(language));

  it('change language and keep the page', () => {
    expect(pathInLocale('/ar/catalog/x', 'fr')).toBe('/catalog/x');
    expect(pathInLocale('/catalog/x', 'en')).toBe('/en/catalog/x');
    expect(pathInLocale('/', 'ar')).toBe('/ar');
    expect(pathInLocale('/ar', 'fr')).toBe('/');
  });

  it.each([
    '//evil.example/x',
    '/ar//evil.example/x',
    '/\\evil.example/x',
    '/ar\\\\evil.example/x',
    '/ar/\t/evil.example/x',
  ])('never leads to another site: %j', (path) => {
    expect(pathInLocale(path, 'fr')).toBe('/evil.example/x');
    expect(pathInLocale(path, 'ar')).toBe('/ar/evil.example/x');
  });

  it('leaves the rest of an address as it is', () => {
    expect(pathInLocale('/catalog//x', 'fr')).toBe('/catalog//x');
    expect(basePath('fr')).toBe('/');
  });

  it('put the document in its direction', () => {
    startLocale('ar');
    expect(document.documentElement.dir).toBe('rtl');
    startLocale('fr');
    expect(document.documentElement.dir).toBe('ltr');
  });
});

describe('amounts', () => {
  it.each([
    ['fr', '5\u202f520\u00a0DA', '1\u202f234,50\u00a0DA'],
    ['ar', '5\u202f520\u00a0دج', '1\u202f234,50\u00a0دج'],
    ['en', '5\u202f520\u00a0DA', '1\u202f234.50\u00a0DA'],
  ] as const)('in %s keep their order in any line', (language, whole, fraction) => {
    startLocale(language);
    expect(money(centimes(552_000))).toBe(whole);
    expect(money(centimes(123_450))).toBe(fraction);
    expect(money(centimes(-50_000))).toMatch(/^\u2212500/);
  });

  it('group thousands only', () => {
    expect(count(999)).toBe('999');
    expect(count(1284)).toBe('1\u202f284');
    expect(percentOff(20)).toBe('\u221220\u00a0%');
  });
});

/** `services/gateway/src/pages/blog.rs` has the same: what is read first doesn't change when the app takes over. */
it.each([
  ['fr', ['1er févr. 2026', '1er sept. 2026', '31 déc. 2026']],
  ['ar', ['1 فيفري 2026', '1 سبتمبر 2026', '31 ديسمبر 2026']],
  ['en', ['1 Feb 2026', '1 Sept 2026', '31 Dec 2026']],
] as const)('a day reads in %s as the gateway writes it', (language, written) => {
  startLocale(language);
  const days = ['2026-02-01T10:00:00Z', '2026-08-31T23:30:00Z', '2026-12-31T22:59:00Z'];
  expect(days.map(shortDate)).toEqual(written);
});

it.each([
  ['fr', '1er décembre', '11 décembre', '1er janvier 2027'],
  ['ar', '1 ديسمبر', '11 ديسمبر', '1 جانفي 2027'],
  ['en', '1 December', '11 December', '1 January 2027'],
] as const)('a day of this year or the next in %s', (language, first, eleventh, nextYear) => {
  startLocale(language);
  const days = ['2026-12-01', '2026-12-11', '2027-01-01'].map((day) => dayAndMonth(day, '2026-12-31'));
  expect(days).toEqual([first, eleventh, nextYear]);
});
