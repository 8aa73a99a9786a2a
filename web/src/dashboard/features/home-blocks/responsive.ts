/** Numbers by the width of the screen, kept in one JSON text (specification 2); what is none counts as 0 (5). */

import { latinDigits } from '@/domain/digits.ts';

export const WIDTHS = ['mobile', 'tablet', 'desktop'] as const;
export type Width = (typeof WIDTHS)[number];
export type ResponsiveNumber = Readonly<Record<Width, number>>;

export function parseResponsive(json: string): ResponsiveNumber {
  const read = parsed(json);
  return { mobile: numberOf(read.mobile), tablet: numberOf(read.tablet), desktop: numberOf(read.desktop) };
}

/** The JSON with what was typed for one width. */
export function withWidth(json: string, width: Width, typed: string): string {
  return JSON.stringify({ ...parseResponsive(json), [width]: numberOf(typed) });
}

function parsed(json: string): Partial<Record<Width, unknown>> {
  try {
    const read: unknown = JSON.parse(json);
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

/** Whole pieces; blank or no number is 0. */
export function numberOf(typed: unknown): number {
  const text = latinDigits(String(typed ?? '').trim());
  return /^\d{1,4}$/.test(text) ? Number(text) : 0;
}
