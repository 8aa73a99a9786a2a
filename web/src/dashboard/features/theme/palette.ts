/** The theme's variables (spec 3, 9), and which of them can be read where they stand. */
import { contrast, isColor, READABLE } from '@/domain/contrast.ts';

export const DEFAULTS = {
  brand: '#000000',
  primary: '#820869',
  secondary: '#180882',
  text: '#4f5d77',
  heading: '#222222',
  'grey-1': '#f4f3f1',
  success: '#05bc77',
  warning: '#f54705',
  danger: '#dc2107',
  info: '#0a2fa8',
} as const;

export type Variable = keyof typeof DEFAULTS;
export type Palette = Record<Variable, string>;

export const VARIABLES = Object.keys(DEFAULTS) as Variable[];

const WHITE = '#ffffff';
/** Text of these stands on white, or white text on them; that of the others is made readable where it is shown. */
const AGAINST_WHITE: readonly Variable[] = ['brand', 'primary', 'secondary', 'text', 'heading'];
const ON_GREY: readonly Variable[] = ['text', 'heading'];

/** All of them: the merchant's own over the specification's. */
export function paletteOf(theme: Readonly<Record<string, string>>): Palette {
  return Object.fromEntries(VARIABLES.map((name) => [name, theme[name] ?? DEFAULTS[name]])) as Palette;
}

/** Those that differ from the specification's. */
export function chosen(palette: Palette): Record<string, string> {
  const own = VARIABLES.map((name) => [name, palette[name].toLowerCase()] as const);
  return Object.fromEntries(own.filter(([name, color]) => color !== DEFAULTS[name]));
}

/** The least contrast that text of a colour has where it stands; `null` where it is made readable, or is no colour. */
export function worstContrast(palette: Palette, name: Variable): number | null {
  const grounds = [
    ...(AGAINST_WHITE.includes(name) ? [WHITE] : []),
    ...(ON_GREY.includes(name) ? [palette['grey-1']] : []),
  ];
  if (!isColor(palette[name]) || grounds.length === 0 || !grounds.every(isColor)) return null;
  return Math.min(...grounds.map((ground) => contrast(palette[name], ground)));
}

export function isReadable(palette: Palette, name: Variable): boolean {
  const worst = worstContrast(palette, name);
  return worst === null || worst >= READABLE;
}

export function canBeSaved(palette: Palette): boolean {
  return VARIABLES.every((name) => isColor(palette[name]) && isReadable(palette, name));
}
