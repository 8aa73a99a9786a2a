import { afterEach, expect, it } from 'vitest';
import { claimWrittenSheets } from './written-sheets.ts';

afterEach(() => document.head.replaceChildren());

it('says of each sheet in the page where it would come from, and has none fetched', () => {
  document.head.innerHTML =
    '<style data-sheet="/assets/base-1.css">p{}</style><style>:root{}</style><style data-sheet="/assets/home-1.css"></style>';
  claimWrittenSheets();
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  expect(links.map((link) => [link.getAttribute('href'), link.hasAttribute('disabled')])).toEqual([
    ['/assets/base-1.css', true],
    ['/assets/home-1.css', true],
  ]);
});
