import { readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { className } from '../../../scripts/class-names.mjs';

afterEach(() => document.head.replaceChildren());

/** What the rules of a sheet say of an element; there is no layout to measure. */
function styleOf(file: string, piece: ReactElement, selector: string): CSSStyleDeclaration {
  const sheet = document.createElement('style');
  const rules = readFileSync(`src/storefront/${file}`, 'utf8').replace(/:global\((\.[\w-]+)\)/g, '$1');
  sheet.textContent = rules.replace(
    /\.([a-z][\w-]*)(?=[\s:,{.>])/g,
    (_, name) => `.${className(name, file)}`,
  );
  document.head.append(sheet);
  const { container } = render(piece);
  return getComputedStyle(container.querySelector(selector) as Element);
}

it('makes the category of a card as high as a target has to be', () => {
  const piece = (
    <article className="card">
      <p className="card_brand">
        <a href="/catalog/category/parfums">Parfums</a>
      </p>
    </article>
  );
  expect(styleOf('parts/card.module.css', piece, 'a').getPropertyValue('min-block-size')).toBe('24px');
});

it('lets the tools of a listing wrap and shrink on a narrow page', () => {
  const piece = (
    <div className="tools">
      <div className="tools_pick">
        <label className="tools_select">
          Tri
          <select />
        </label>
      </div>
    </div>
  );
  expect(styleOf('features/listing/tools.module.css', piece, '.tools').getPropertyValue('flex-wrap')).toBe(
    'wrap',
  );
  for (const part of ['.tools_pick', 'label', 'select']) {
    expect(
      styleOf('features/listing/tools.module.css', piece, part).getPropertyValue('min-inline-size'),
    ).toBe('0px');
  }
});

it('sets what is sunken off from the page in the dark', () => {
  const tokens = readFileSync('src/theme/tokens.css', 'utf8');
  const light = (name: string) => {
    const [, colour = ''] = tokens.match(`--${name}: light-dark\\([^#]*(?:#\\w+, )?#(\\w{6})\\)`) ?? [];
    const [red = 0, green = 0, blue = 0] = (colour.match(/../g) ?? []).map((part) => {
      const value = Number.parseInt(part, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  expect(light('sunken') / light('bg')).toBeGreaterThan(1.1);
});

it.each([
  ['3', '1'],
  ['4', '1'],
  ['6', '2'],
  ['8', '3'],
  ['9', '3'],
  ['12', ''],
])('counts what fits into a block of %s of twelve columns', (size, count) => {
  const piece = (
    <div className="module_all">
      <div data-size={size} />
    </div>
  );
  const block = styleOf('features/home/module.module.css', piece, '[data-size]');
  expect(block.getPropertyValue('--fits')).toBe(count);
});

it('lays out the products of a grid as they fit', () => {
  const { gridTemplateColumns } = styleOf('parts/grid.module.css', <div className="grid" />, '.grid');
  expect(gridTemplateColumns).toBe('repeat(var(--fits, 4), minmax(0, 1fr))');
});

it('gives the sources of a picture no place of their own in a grid', () => {
  const piece = (
    <picture>
      <source type="image/webp" />
      <img alt="" />
    </picture>
  );
  expect(styleOf('styles/base.css', piece, 'source').display).toBe('none');
});
