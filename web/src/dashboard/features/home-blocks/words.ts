/** What stands at a path of the draft, in words. */
import { m } from '@/i18n/paraglide.gen/messages.js';

const NAMES: Record<string, () => string> = {
  type: m.db_block_type,
  title: m.db_block_title,
  text: m.db_block_text,
  html: m.db_cms_text,
  button: m.db_block_button,
  link: m.db_block_link,
  image: m.db_block_image,
  slides: m.db_block_slides,
  source: m.db_block_source,
  number: m.db_block_number,
  responsiveNumber: m.db_block_beside,
  isActive: m.db_block_active,
  startsAt: m.db_block_starts,
  endsAt: m.db_block_ends,
  showTitle: m.db_block_show_title,
  size: m.db_block_size,
  bgColor: m.db_block_color,
  containerClass: m.db_block_container_class,
  wrapperCssClass: m.db_block_wrapper_class,
};

export function nameOf(path: string): string {
  return NAMES[path.split('.')[0] ?? '']?.() ?? path;
}
