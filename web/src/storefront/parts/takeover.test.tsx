import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { InTurn, nextTask, readWritten, startTakeover } from './takeover.tsx';

beforeEach(() => opened('navigate'));
afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState({}, '', '/');
});

function opened(type: NavigationTimingType) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
}

function written(html: string): readonly Element[] {
  const body = document.createElement('div');
  body.innerHTML = html;
  return [...body.children];
}

const shown = () => screen.queryAllByRole('heading').map(({ textContent }) => textContent);

it('makes the parts of the page that was opened one by one, in their order, in place of what the gateway wrote', async () => {
  startTakeover();
  render(
    <>
      <InTurn written={written('<h2>written 1</h2>')}>
        <h2>1</h2>
        <InTurn>
          <h2>1.1</h2>
        </InTurn>
      </InTurn>
      <InTurn written={written('<h2>written 2</h2><h2>written 3</h2>')}>
        <h2>2</h2>
      </InTurn>
    </>,
  );
  const seen = [shown()];
  new MutationObserver(() => seen.push(shown())).observe(document.body, { childList: true, subtree: true });
  await screen.findByText('2');
  expect(seen).toEqual([
    ['written 1', 'written 2', 'written 3'],
    ['1', 'written 2', 'written 3'],
    ['1', '1.1', 'written 2', 'written 3'],
    ['1', '1.1', '2'],
  ]);
});

it('makes at once what is opened afterwards', async () => {
  startTakeover();
  render(<InTurn>first</InTurn>);
  await screen.findByText('first');
  await nextTask();
  render(
    <InTurn>
      <h2>next</h2>
    </InTurn>,
  );
  expect(shown()).toEqual(['next']);
});

it.each([
  ['reload', '/'],
  ['back_forward', '/'],
  ['navigate', '/#reviews'],
] as const)('makes a page at once that has to go to its place: %s of %s', (type, path) => {
  opened(type);
  window.history.replaceState({}, '', path);
  startTakeover();
  render(
    <InTurn>
      <h2>whole</h2>
    </InTurn>,
  );
  expect(shown()).toEqual(['whole']);
});

it('keeps the keyboard at the link where it stands', async () => {
  startTakeover();
  const link = (name: string) => <a href="/same">{name}</a>;
  render(
    <div>
      {link('before')}
      <InTurn written={written('<p><a href="/other">x</a><a href="/same">written</a></p>')}>
        <p>{link('made')}</p>
      </InTurn>
    </div>,
  );
  screen.getByRole('link', { name: 'written' }).focus();
  expect(await screen.findByRole('link', { name: 'made' })).toHaveFocus();
});

const Rows = ({ read }: { readonly read: () => readonly Element[] }) => <h2>{useState(read)[0].length}</h2>;

it('gives what the gateway wrote to the first who asks, and to nobody once the page is the app\u2019s', async () => {
  document.body.append(...written('<ul class="rows"><li>one</li><li>two</li></ul>'));
  const [read, late] = [readWritten('.rows > li'), readWritten('.rows > li')];
  document.querySelector('.rows')?.remove();
  startTakeover();
  render(
    <>
      <Rows read={read} />
      <Rows read={read} />
      <InTurn>last</InTurn>
    </>,
  );
  expect(shown()).toEqual(['2', '0']);
  await screen.findByText('last');
  await nextTask();
  expect(late()).toEqual([]);
});
