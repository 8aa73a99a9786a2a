/** Light or dark: the person's stored choice, else the system's preference (spec 4). */
import { readText, writeText } from '@/lib/storage.ts';

export type Theme = 'light' | 'dark';

const KEY = 'theme';

/** The theme to start with. */
export function initialTheme(): Theme {
  const stored = readText(KEY);
  if (stored === 'light' || stored === 'dark') return stored;
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Shows a theme on the whole page and remembers it. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  writeText(KEY, theme);
}
