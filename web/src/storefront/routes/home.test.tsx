import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from '../api.ts';
import { HomeBlocks } from './home.tsx';

it('says whether blocks are still to come, by which its sheet tells the app’s from the gateway’s', () => {
  answerWith({});
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <HomeBlocks blocks={[]} />
    </QueryClientProvider>,
  );
  expect(container.querySelector('.module_all')).toHaveAttribute('aria-busy', 'false');
});
