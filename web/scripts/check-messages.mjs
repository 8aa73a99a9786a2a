// The three languages have the same keys and placeholders, and every plural category that their grammar has.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report, root, sources } from './files.mjs';

const LANGUAGES = ['fr', 'ar', 'en'];
const read = (area, language) =>
  JSON.parse(readFileSync(join(root, 'messages', area, `${language}.json`), 'utf8'));
const placeholders = (message) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort().join();

function pluralGaps(language, key, message) {
  if (!Array.isArray(message)) return [];
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return message.flatMap(({ match = {} }) => {
    const covered = Object.keys(match).flatMap((text) => /[Pp]lural=(\w+|\*)/.exec(text)?.[1] ?? []);
    if (covered.length === 0 || covered.includes('*')) return [];
    const missing = categories.filter((category) => !covered.includes(category));
    return missing.length > 0 ? [`${language} ${key}: no text for ${missing.join(', ')}`] : [];
  });
}

function compare(area) {
  const [french, ...others] = LANGUAGES.map((language) => ({ language, messages: read(area, language) }));
  return others.flatMap(({ language, messages }) => [
    ...Object.keys(french.messages)
      .filter((key) => !(key in messages))
      .map((key) => `${area}/${language}: ${key} is missing`),
    ...Object.keys(messages)
      .filter((key) => !(key in french.messages))
      .map((key) => `${area}/${language}: ${key} is not in French`),
    ...Object.keys(messages)
      .filter(
        (key) => key in french.messages && placeholders(messages[key]) !== placeholders(french.messages[key]),
      )
      .map((key) => `${area}/${language}: ${key} has other placeholders than in French`),
  ]);
}

function unused(area) {
  const code = sources('src', /\.tsx?$/)
    .map(({ lines }) => lines.join('\n'))
    .join('\n');
  const used = new Set(code.match(/\bm\.\w+/g)?.map((use) => use.slice(2)));
  return Object.keys(read(area, 'fr'))
    .filter((key) => !key.startsWith('$') && !used.has(key))
    .map((key) => `${area}: ${key} is used nowhere`);
}

const areas = readdirSync(join(root, 'messages'));
report('messages', [
  ...areas.flatMap(compare),
  ...areas.flatMap(unused),
  ...areas.flatMap((area) =>
    LANGUAGES.flatMap((language) =>
      Object.entries(read(area, language)).flatMap(([key, message]) => pluralGaps(language, key, message)),
    ),
  ),
]);
