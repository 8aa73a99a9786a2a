import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

/** Says what went wrong in its place. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render = () => this.state.error?.message ?? this.props.children;
}

/** A part on a line that comes and goes. */
function part() {
  const line = { isThere: false, tries: 0 };
  const Part = lazyPart(async () => {
    line.tries++;
    if (!line.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>part</p>;
  });
  const show = () =>
    act(async () => {
      render(
        <Boundary>
          <Suspense>
            <Part />
          </Suspense>
        </Boundary>,
      );
    });
  return { line, Part, show };
}

it('is fetched anew when it is shown, though it could not be fetched ahead', async () => {
  const { line, Part, show } = part();
  await Part.preload();
  line.isThere = true;
  await show();
  expect(await screen.findByText('part')).toBeVisible();
});

it('is fetched ahead anew after it could not be shown, and once only when it came', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { line, Part, show } = part();
  await show();
  expect(await screen.findByText('a part of the app did not load')).toBeVisible();
  line.isThere = true;
  await Part.preload();
  await Part.preload();
  await show();
  expect(await screen.findByText('part')).toBeVisible();
  expect(line.tries).toBe(2);
});

it('asks for nothing without a network: a browser would remember for good that it did not come', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { line, Part, show } = part();
  line.isThere = true;
  await Part.preload();
  expect(line.tries).toBe(0);
  online.mockReturnValue(true);
  await show();
  expect(await screen.findByText('part')).toBeVisible();
});
