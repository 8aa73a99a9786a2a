/** Puts a piece of a screen where it lives: behind the door, for somebody who may do what is said. */
import type { ReactNode } from 'react';
import { renderScreen } from '@/testing/render-screen.tsx';
import { Staff } from '../session/use-session.ts';
import { staffSession } from './staff-session.ts';

interface Place extends NonNullable<Parameters<typeof renderScreen>[1]> {
  permissions: string[];
}

export function renderStaffScreen(screen: ReactNode, { permissions, ...place }: Place) {
  const behindTheDoor = (piece: ReactNode) => <Staff value={staffSession({ permissions })}>{piece}</Staff>;
  const rendered = renderScreen(behindTheDoor(screen), place);
  return { ...rendered, rerender: (piece: ReactNode) => rendered.rerender(behindTheDoor(piece)) };
}
