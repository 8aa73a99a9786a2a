/** Where a promotion stands: read with the address, before the screen is there. */
import type { Promotion } from '../../data/types.ts';

export type PromotionState = Promotion['state'];

export const STATES: readonly PromotionState[] = ['planned', 'running', 'over'];

export const isState = (text: string): text is PromotionState => STATES.some((state) => state === text);
