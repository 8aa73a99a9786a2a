/** The shop's line icons, 20 units square, one path each. Those that point somewhere mirror in Arabic. */
import * as styles from './icon.module.css';

const SHAPES = {
  search: 'M3.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0-11 0M13.2 13.2l3.6 3.6',
  bag: 'M4.5 6.5h11l.8 10.5H3.7zM7 8.5V6a3 3 0 0 1 6 0v2.5',
  menu: 'M3 6h14M3 10h14M3 14h9',
  chevron: 'm6 8 4 4 4-4',
  next: 'm8 5 5 5-5 5',
  previous: 'm12 5-5 5 5 5',
  close: 'm5 5 10 10M15 5 5 15',
  plus: 'M10 4.5v11M4.5 10h11',
  minus: 'M4.5 10h11',
  pause: 'M7.5 5.5v9M12.5 5.5v9',
  play: 'M7 5v10l8-5z',
  clock: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M10 6v4l2.6 1.8',
  truck:
    'M4.2 14H2V5h10v9H7.8M12 8h3.4L18 11v3h-1.6M12 14h.8M4.2 15a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M12.8 15a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0',
  cash: 'M4 5h12a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5v-7a1.5 1.5 0 0 1 1.5-1.5M7.7 10a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M5 7.6v.1M15 12.4v.1',
  phone: 'M6.6 3.2 4 4.2c-.6 5.8 5.9 12.3 11.8 11.8l1-2.7-3.5-2-1.6 1.4c-1.8-.8-3.2-2.2-4-4L9.2 7z',
  home: 'm3 9 7-6 7 6v8H3zM8 17v-5h4v5',
  desk: 'M3 8 4.5 3.5h11L17 8M3 8h14M4 8v8.5h12V8M8 16.5V11.5h4v5',
  warning: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M10 6.5v4M10 13.3v.1',
  ok: 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M7 10.2l2.1 2.1L13.2 8',
  filter: 'M3 6h8M15 6h2M3 14h2M9 14h8M11 6a2 2 0 1 0 4 0a2 2 0 1 0-4 0M5 14a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  sort: 'M6 4v12M3.5 13.5 6 16l2.5-2.5M14 16V4M11.5 6.5 14 4l2.5 2.5',
  zoom: 'M12 4h4v4M8 16H4v-4M16 4l-5 5M4 16l5-5',
  chat: 'M3.5 16.5 4.6 13A7 7 0 1 1 7.5 15.6z',
  copy: 'M8.5 7h6a1.5 1.5 0 0 1 1.5 1.5v6a1.5 1.5 0 0 1-1.5 1.5h-6a1.5 1.5 0 0 1-1.5-1.5v-6a1.5 1.5 0 0 1 1.5-1.5M13 7V5.5A1.5 1.5 0 0 0 11.5 4h-6A1.5 1.5 0 0 0 4 5.5v6A1.5 1.5 0 0 0 5.5 13H7',
  print: 'M6 8V3h8v5M6 14H3V8h14v6h-3M6 12h8v5H6z',
  refresh: 'M16 6.5A7 7 0 1 0 17 10M16.5 3v4h-4',
} satisfies Record<string, string>;

export type IconName = keyof typeof SHAPES;

interface IconProps {
  readonly name: IconName;
  readonly size?: 'small' | 'large';
}

/** Decoration beside words: hidden from assistive technology. */
export function Icon({ name, size }: IconProps) {
  return (
    <svg className={styles.icon} data-icon={name} data-size={size} viewBox="0 0 20 20" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
