/** The pause between two purchases of one browser (spec 4 and 9). */

/** Where the merchant chose no other. */
export const COOLDOWN_SECONDS = 100;

/** A purchase that the next one waits for. */
export interface Purchase {
  /** Since when it is waited, in milliseconds since the epoch by this browser's clock. */
  readonly at: number;
  /** For how many seconds, as the shop said it of this purchase; without it, as long as is known of any. */
  readonly pause?: number;
}

/** Whole seconds until the next purchase may be made, `now` in milliseconds; `known`: the pause where the purchase has none of its own. */
export function cooldownLeft(last: Purchase | null, now: number, known = COOLDOWN_SECONDS): number {
  if (last === null || !Number.isFinite(last.at)) return 0;
  const pause = last.pause ?? known;
  const left = Math.ceil(pause - (now - last.at) / 1000);
  // A clock set back must not lock the shopper out for longer than the pause.
  return left > pause ? 0 : Math.max(left, 0);
}
