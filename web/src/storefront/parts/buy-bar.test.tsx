import { screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { ZERO } from '@/domain/money.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { watchSeeing } from '@/testing/seeing.ts';
import { BuyBar } from './buy-bar.tsx';

function Page() {
  const standsFor = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={standsFor} />
      <BuyBar standsFor={standsFor} detail="2 articles" amount={ZERO}>
        <button type="button">Commander</button>
      </BuyBar>
    </>
  );
}

// The test's browser knows no inert either.
it('is out of reach of the keyboard while the same button is in view', () => {
  const see = watchSeeing();
  renderScreen(<Page />);
  const { visibility } = getComputedStyle(screen.getByText('Commander'));
  expect(visibility).toBe('visible');
  see(true);
  expect(getComputedStyle(screen.getByText('Commander')).visibility).toBe('hidden');
});
