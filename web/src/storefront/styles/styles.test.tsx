import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';

afterEach(() => document.head.replaceChildren());

/** What the rules of a sheet say of an element; there is no layout to measure. */
function styleOf(file: string, piece: ReactElement, selector: string): CSSStyleDeclaration {
  const sheet = document.createElement('style');
  sheet.textContent = readFileSync(`src/storefront/styles/${file}`, 'utf8');
  document.head.append(sheet);
  const { container } = render(piece);
  return getComputedStyle(container.querySelector(selector) as Element);
}

it('makes the category of a card as high as a target has to be', () => {
  const piece = (
    <article className="card">
      <p className="brand">
        <a href="/catalog/category/parfums">Parfums</a>
      </p>
    </article>
  );
  expect(styleOf('card.css', piece, 'a').getPropertyValue('min-block-size')).toBe('24px');
});

it('lets the tools of a listing wrap and shrink on a narrow page', () => {
  const piece = (
    <div className="listing-tools">
      <div className="pick">
        <label className="select-inline">
          Tri
          <select />
        </label>
      </div>
    </div>
  );
  expect(styleOf('listing.css', piece, '.listing-tools').getPropertyValue('flex-wrap')).toBe('wrap');
  for (const part of ['.pick', 'label', 'select']) {
    expect(styleOf('listing.css', piece, part).getPropertyValue('min-inline-size')).toBe('0px');
  }
});
