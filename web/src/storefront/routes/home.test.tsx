import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { HomeModule } from '@/api/types.ts';
import { answerWith } from '@/testing/answers.ts';
import { watchSeeing } from '@/testing/seeing.ts';
// Each test reads it anew, as a page does: here it is translated, which takes longer than a test may.
import './home.tsx';

beforeEach(() => {
  vi.resetModules();
  answerWith({});
});

const LOOKS = {
  showTitle: true,
  size: 12,
  bgColor: '',
  containerClass: '',
  wrapperCssClass: '',
  responsiveNumber: { mobile: 0, tablet: 0, desktop: 0 },
};
const html = (text: string) => ({ ...LOOKS, type: 'html_block', publicTitle: '', html: text });
const BLOCKS = [html('Premier'), html('<a href="/new">Nouveautés</a> de l’app')] as HomeModule[];

/** A page as the gateway writes it, which the app takes over; tells the second block’s watcher. */
async function takeOver(type: string) {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
  document.body.innerHTML = `<div id="root"><main class="wrap" id="main"><div class="module_all">
    <div data-size="12"><div>Premier, écrit</div></div>
    <div data-size="12"><div><a href="/new">Nouveautés</a> écrites</div></div>
  </div></main></div>`;
  const see = watchSeeing();
  const { QueryClientProvider } = await import('@tanstack/react-query');
  const { queryClient } = await import('../api.ts');
  const { startTakeover } = await import('../parts/takeover.tsx');
  const { HomeBlocks } = await import('./home.tsx');
  startTakeover();
  const show = (container: Element) =>
    render(
      <QueryClientProvider client={queryClient}>
        <HomeBlocks blocks={BLOCKS} />
      </QueryClientProvider>,
      { container },
    );
  show(document.getElementById('root') as Element);
  return { see, show };
}

const text = () => document.querySelector('.module_all')?.textContent;

it('leaves what the gateway wrote until it comes near, but for the first block', async () => {
  const { see } = await takeOver('navigate');
  expect(text()).toBe('PremierNouveautés écrites');
  expect(document.querySelectorAll('[data-written]')).toHaveLength(1);
  see(false);
  expect(text()).toBe('PremierNouveautés écrites');
  see(true);
  await waitFor(() => expect(text()).toBe('PremierNouveautés de l’app'));
  expect(document.querySelectorAll('[data-written]')).toHaveLength(0);
});

it('keeps the focus at a link that the gateway wrote', async () => {
  const { see } = await takeOver('navigate');
  screen.getByRole('link').focus();
  see(true);
  await waitFor(() => expect(text()).toBe('PremierNouveautés de l’app'));
  expect(screen.getByRole('link')).toHaveFocus();
});

it.each(['reload', 'back_forward'])('makes a page at once that returns to its place: %s', async (type) => {
  await takeOver(type);
  expect(text()).toBe('PremierNouveautés de l’app');
});

it('makes the page at once that is come back to', async () => {
  const { show } = await takeOver('navigate');
  const again = document.body.appendChild(document.createElement('div'));
  const { container } = show(again);
  expect(container).toHaveTextContent('PremierNouveautés de l’app');
});
