/** The shop's line icons, 20 units square. Those that point somewhere mirror in Arabic. */
import type { ReactNode } from 'react';

const SHAPES = {
  search: (
    <>
      <circle cx="9" cy="9" r="5.5" />
      <path d="m13.2 13.2 3.6 3.6" />
    </>
  ),
  bag: (
    <>
      <path d="M4.5 6.5h11l.8 10.5H3.7z" />
      <path d="M7 8.5V6a3 3 0 0 1 6 0v2.5" />
    </>
  ),
  menu: (
    <>
      <path d="M3 6h14M3 10h14M3 14h9" />
    </>
  ),
  chevron: (
    <>
      <path d="m6 8 4 4 4-4" />
    </>
  ),
  next: (
    <>
      <path d="m8 5 5 5-5 5" />
    </>
  ),
  previous: (
    <>
      <path d="m12 5-5 5 5 5" />
    </>
  ),
  close: (
    <>
      <path d="m5 5 10 10M15 5 5 15" />
    </>
  ),
  plus: (
    <>
      <path d="M10 4.5v11M4.5 10h11" />
    </>
  ),
  minus: (
    <>
      <path d="M4.5 10h11" />
    </>
  ),
  pause: (
    <>
      <path d="M7.5 5.5v9M12.5 5.5v9" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4l2.6 1.8" />
    </>
  ),
  truck: (
    <>
      <path d="M2 5h10v9H2zM12 8h3.4L18 11v3h-6" />
      <circle cx="6" cy="15" r="1.8" fill="var(--bg)" />
      <circle cx="14.6" cy="15" r="1.8" fill="var(--bg)" />
    </>
  ),
  cash: (
    <>
      <rect x="2.5" y="5" width="15" height="10" rx="1.5" />
      <circle cx="10" cy="10" r="2.3" />
      <path d="M5 7.6v.1M15 12.4v.1" />
    </>
  ),
  phone: (
    <>
      <path d="M6.6 3.2 4 4.2c-.6 5.8 5.9 12.3 11.8 11.8l1-2.7-3.5-2-1.6 1.4c-1.8-.8-3.2-2.2-4-4L9.2 7z" />
    </>
  ),
  home: (
    <>
      <path d="m3 9 7-6 7 6v8H3z" />
      <path d="M8 17v-5h4v5" />
    </>
  ),
  desk: (
    <>
      <path d="M3 8 4.5 3.5h11L17 8M3 8h14M4 8v8.5h12V8" />
      <path d="M8 16.5V11.5h4v5" />
    </>
  ),
  warning: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6.5v4M10 13.3v.1" />
    </>
  ),
  ok: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m7 10.2 2.1 2.1L13.2 8" />
    </>
  ),
  filter: (
    <>
      <path d="M3 6h8M15 6h2M3 14h2M9 14h8" />
      <circle cx="13" cy="6" r="2" />
      <circle cx="7" cy="14" r="2" />
    </>
  ),
  chat: (
    <>
      <path d="M3.5 16.5 4.6 13A7 7 0 1 1 7.5 15.6z" />
    </>
  ),
  copy: (
    <>
      <rect x="7" y="7" width="9" height="9" rx="1.5" />
      <path d="M13 7V5.5A1.5 1.5 0 0 0 11.5 4h-6A1.5 1.5 0 0 0 4 5.5v6A1.5 1.5 0 0 0 5.5 13H7" />
    </>
  ),
  print: (
    <>
      <path d="M6 8V3h8v5M6 14H3V8h14v6h-3" />
      <path d="M6 12h8v5H6z" />
    </>
  ),
  refresh: (
    <>
      <path d="M16 6.5A7 7 0 1 0 17 10" />
      <path d="M16.5 3v4h-4" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

const DIRECTIONAL: readonly IconName[] = ['next', 'previous'];

interface IconProps {
  readonly name: IconName;
  readonly size?: 'small' | 'large';
}

/** Decoration beside words: hidden from assistive technology. */
export function Icon({ name, size }: IconProps) {
  const classes = ['icon', size && `icon-${size}`, DIRECTIONAL.includes(name) && 'icon-directional'];
  return (
    <svg className={classes.filter(Boolean).join(' ')} viewBox="0 0 20 20" aria-hidden="true">
      {SHAPES[name]}
    </svg>
  );
}
