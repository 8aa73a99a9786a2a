/** What is typed of a block, and what of it is to be sent. */
import type { HomeBlock, HomeBlockWanted } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { type LanguageTexts, NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';
import { isBackwards, momentOf, shopTime } from '../../time.ts';
import { type Part, partsOf } from './kinds.ts';
import { numberOf, parseResponsive } from './responsive.ts';

export interface SlideDraft {
  readonly title: LanguageTexts;
  readonly text: LanguageTexts;
  readonly button: LanguageTexts;
  readonly link: string;
  /** Address of the picture, one that was just chosen as `data:`, or empty. */
  readonly image: string;
}

export interface BlockDraft extends SlideDraft {
  readonly type: string;
  readonly isActive: boolean;
  /** In the shop's time, as a `datetime-local` writes it; empty: at once, or without end. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly html: LanguageTexts;
  /** `new`, or `category:` with the id of what was chosen, empty before that. */
  readonly source: string;
  /** As it is typed. */
  readonly number: string;
  readonly slides: readonly SlideDraft[];
  readonly showTitle: boolean;
  readonly size: number;
  readonly bgColor: string;
  readonly containerClass: string;
  readonly wrapperCssClass: string;
  /** JSON, as the hidden input holds it (specification 2). */
  readonly responsiveNumber: string;
}

/** What a block is before there is one. */
export const NEW_BLOCK: HomeBlock = {
  id: NEW_ID,
  version: 0,
  type: 'products_carousel',
  isActive: true,
  startsAt: null,
  endsAt: null,
  publicTitle: NO_TEXTS,
  text: NO_TEXTS,
  button: NO_TEXTS,
  html: NO_TEXTS,
  link: '',
  image: '',
  source: 'new',
  isSourceGone: false,
  number: 0,
  slides: [],
  settings: {
    showTitle: true,
    size: 12,
    bgColor: '',
    containerClass: '',
    wrapperCssClass: '',
    responsiveNumber: { mobile: 0, tablet: 0, desktop: 0 },
  },
};

export const NEW_SLIDE: SlideDraft = {
  title: NO_TEXTS,
  text: NO_TEXTS,
  button: NO_TEXTS,
  link: '',
  image: '',
};
/** What a background is before its colour is chosen. */
export const FIRST_COLOR = '#ffffff';
/** Banners of one block. */
export const MOST_SLIDES = 8;

export function draftOf(block: HomeBlock): BlockDraft {
  const { type, isActive, publicTitle, text, button, html, link, image, source, slides, settings } = block;
  const { responsiveNumber, ...looks } = settings;
  return {
    type,
    isActive,
    startsAt: shopTime(block.startsAt),
    endsAt: shopTime(block.endsAt),
    title: publicTitle,
    text,
    button,
    html,
    link,
    image,
    source,
    number: block.number === 0 ? '' : String(block.number),
    slides,
    ...looks,
    responsiveNumber: JSON.stringify(responsiveNumber),
  };
}

/** It as it is, to be sent back: without what is only told of it. */
export function wantedOf(block: HomeBlock): Required<HomeBlockWanted> {
  const { version, type, isActive, startsAt = null, endsAt = null, publicTitle, text, button } = block;
  const { html, link, image, source, number, slides, settings } = block;
  return {
    ...{ version, type, isActive, startsAt, endsAt, publicTitle, text, button },
    ...{ html, link, image, source, number, slides, settings },
  };
}

/** What the block is filled with where its type was just chosen. */
export function sourceFor(type: string): string {
  const parts = partsOf(type);
  const named = (
    ['category', 'brand', 'brand_line', 'collection', 'tag', 'promotion', 'blog_post'] as const
  ).find((part) => parts.includes(part));
  if (named) return `${named}:`;
  return parts.includes('source') ? 'new' : '';
}

/** What it is named in `category:<id>`, `tag:<words>`; empty where nothing is or needs to be. */
export function splitSource(source: string): readonly [kind: string, id: string] {
  const end = source.indexOf(':');
  return end < 0 ? [source, ''] : [source.slice(0, end), source.slice(end + 1)];
}

/** A category, brand, line, collection, tag, promotion or post is still to be chosen. */
export function lacksSource({ source }: Pick<BlockDraft, 'source'>): boolean {
  return source.includes(':') && splitSource(source)[1] === '';
}

/** A link stays in the shop. */
export function isLink(link: string): boolean {
  return link === '' || /^\/(?!\/)[^\\]*$/.test(link);
}

/** What to send: what its type has no input for is cleared. `null` while something is missing or can't be read. */
export function bodyOf(read: HomeBlock, draft: BlockDraft): HomeBlockWanted | null {
  const parts = partsOf(draft.type);
  const of = <T>(part: Part, value: T, none: T) => (parts.includes(part) ? value : none);
  const linked = [...of('link', [draft], []), ...of('slides', draft.slides, [])];
  if (lacksSource(draft) || isBackwards(draft) || !linked.every(({ link }) => isLink(link.trim())))
    return null;
  return {
    version: read.version,
    type: draft.type,
    isActive: draft.isActive,
    startsAt: momentOf(draft.startsAt),
    endsAt: momentOf(draft.endsAt),
    publicTitle: draft.title,
    text: of('text', draft.text, NO_TEXTS),
    button: of('button', draft.button, NO_TEXTS),
    html: of('html', draft.html, NO_TEXTS),
    link: of('link', draft.link.trim(), ''),
    image: of('image', sentPicture(draft.image), ''),
    source: draft.source,
    number: of('number', numberOf(draft.number), 0),
    slides: of('slides', draft.slides, []).map((slide) => ({
      ...slide,
      link: slide.link.trim(),
      image: sentPicture(slide.image),
    })),
    settings: {
      showTitle: draft.showTitle,
      size: draft.size,
      bgColor: draft.bgColor,
      containerClass: draft.containerClass.trim(),
      wrapperCssClass: draft.wrapperCssClass.trim(),
      responsiveNumber: parseResponsive(of('responsiveNumber', draft.responsiveNumber, '')),
    },
  };
}
