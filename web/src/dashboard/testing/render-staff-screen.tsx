/** Puts a piece of a screen where it lives: behind the door, for somebody who may do what is said. */
import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';
import { directionOf } from '@/i18n/locale.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { Staff } from '../session/use-session.ts';
import { staffSession } from './staff-session.ts';

interface Place extends NonNullable<Parameters<typeof renderScreen>[1]> {
  permissions: string[];
}

export function renderStaffScreen(screen: ReactNode, { permissions, ...place }: Place) {
  const behindTheDoor = (piece: ReactNode) => (
    <Direction.Provider dir={directionOf(place.locale ?? 'fr')}>
      <Staff value={staffSession({ permissions })}>{piece}</Staff>
    </Direction.Provider>
  );
  const rendered = renderScreen(behindTheDoor(screen), place);
  return { ...rendered, rerender: (piece: ReactNode) => rendered.rerender(behindTheDoor(piece)) };
}
