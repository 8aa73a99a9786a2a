/** What of the home page is not saved yet, as it is asked for and shown. */
import { EDITED, UNSEEN } from '@/api/home-preview.ts';
import type { HomeModule, ImageSize } from '@/api/types.ts';
import type { HomeBlock, HomePreview, HomePreviewWanted } from '../../data/types.ts';
import type { BlockDraft } from './draft.ts';
import { bodyOf } from './draft.ts';

/** A block that the shop doesn't have yet. */
const NO_ID = '00000000-0000-0000-0000-000000000000';
/** Stands for a picture that was just chosen: its content stays here. */
const NEW_PICTURE = btoa('new');

/** What differs from the page as it is, but for the language that it is shown in. */
export type Unsaved = Omit<HomePreviewWanted, 'language'>;

export function idOf({ id, version }: HomeBlock): string {
  return version > 0 ? id : NO_ID;
}

/** The block as it is typed; `null` while something of it is missing or can't be read. */
export function unsavedBlock(read: HomeBlock, draft: BlockDraft): Unsaved | null {
  const slides = draft.slides.map((slide) => ({ ...slide, image: named(slide.image) }));
  const block = bodyOf(read, { ...draft, image: named(draft.image), slides });
  return block && { id: idOf(read), block };
}

/** New pictures of the block in the order in which it shows them. */
export function newPictures({ image, slides }: BlockDraft): readonly string[] {
  return [image, ...slides.map((slide) => slide.image)].filter(isNew);
}

function named(picture: string): string {
  return isNew(picture) ? `data:,${NEW_PICTURE}` : picture;
}

function isNew(picture: string): boolean {
  return picture.startsWith('data:');
}

/** The page as the frame shows it: the edited block and those that shoppers don't see are marked, new pictures are in their place. */
export function marked(
  { blocks }: HomePreview,
  edited?: string,
  pictures: readonly string[] = [],
): HomeModule[] {
  return blocks.map(({ id, isShown, module }) => {
    const marks = [id === edited && EDITED, !isShown && UNSEEN].filter((mark) => mark !== false);
    const wrapperCssClass = [module.wrapperCssClass, ...marks].filter(Boolean).join(' ');
    const shown = { ...module, wrapperCssClass };
    return id === edited ? pictured(shown, pictures) : shown;
  });
}

/** Puts the new pictures, one after the other, where the answer has one without an address. */
function pictured(module: HomeModule, pictures: readonly string[]): HomeModule {
  const left = [...pictures];
  const filled = (image: ImageSize | null | undefined) => {
    if (image?.displayUrl !== '') return image;
    const url = left.shift() ?? '';
    return { ...image, url, displayUrl: url };
  };
  switch (module.type) {
    case 'banner':
      return { ...module, image: filled(module.image) };
    case 'discount_block':
      return { ...module, bannerThumb: filled(module.bannerThumb) };
    case 'banner_carousel':
      return {
        ...module,
        banners: module.banners.map((banner) => ({ ...banner, image: filled(banner.image) })),
      };
    default:
      return module;
  }
}

/** Why shoppers don't see the block now; `null` when they do. */
export function unseenBecause(
  { isActive, startsAt, endsAt }: Pick<HomeBlock, 'isActive' | 'startsAt' | 'endsAt'>,
  now: Date,
): 'hidden' | 'planned' | 'over' | null {
  if (!isActive) return 'hidden';
  if (startsAt && new Date(startsAt) > now) return 'planned';
  if (endsAt && new Date(endsAt) <= now) return 'over';
  return null;
}
