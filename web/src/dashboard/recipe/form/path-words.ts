/** What stands at a path of a draft, in words. */
import { LANGUAGE_NAMES, LANGUAGES } from '../../parts/languages.ts';

/** Of a form whose fields are called so: a text in one of the languages is named with it. */
export function pathWords(names: Readonly<Record<string, () => string>>): (path: string) => string {
  return (path) => {
    const [part = '', within] = path.split('.');
    const inLanguage = LANGUAGES.find((one) => one === within);
    const name = names[part]?.() ?? part;
    return inLanguage ? `${name}, ${LANGUAGE_NAMES[inLanguage]()}` : name;
  };
}
