/**
 * What the dashboard and the page of the storefront that it frames tell each other. Both are pages of the shop, at one address, and
 * neither listens to another one.
 */
import type { HomeModule } from './types.ts';

/** The page, without the language's prefix; the gateway lets nobody but us frame it. */
export const PREVIEW_PATH = '/preview';
/** From the page: it is there and listens. */
export const PREVIEW_READY = 'souk.home-preview.ready';
/** Class of the block that is edited; the page brings it into view. */
export const EDITED = 'is-edited';
/** Class of a block that shoppers don't see now. */
export const UNSEEN = 'is-unseen';

/** From the dashboard: the home page to show. */
export interface PreviewMessage {
  readonly homePreview: readonly HomeModule[];
}

export function isPreviewMessage(data: unknown): data is PreviewMessage {
  return typeof data === 'object' && data !== null && 'homePreview' in data;
}
