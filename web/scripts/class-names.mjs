/** The names of the classes of CSS modules: of their file and of the class, so that they can be read where they are seen. */
import { basename } from 'node:path';

/** `title` of `card.module.css` is `card_title`, and `card` of it is `card`. */
export function className(local, file) {
  const block = basename(file.split('?')[0], '.module.css');
  return local === block ? block : `${block}_${camelCased(local)}`;
}

/** As scripts name a class. */
export function camelCased(name) {
  return name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}
