/** The pause between two purchases of one browser (spec 4 and 9). */

/** Where the merchant chose no other. */
export const COOLDOWN_SECONDS = 100;

/** When the purchase would have been made after which there are so many seconds left to wait, the pause at most. */
export function purchaseBefore(now: number, seconds: number, pause = COOLDOWN_SECONDS): number {
  return now - (pause - Math.min(seconds, pause)) * 1000;
}

/** Whole seconds until the next purchase may be made; both times in milliseconds. */
export function cooldownLeft(lastPurchase: number | null, now: number, pause = COOLDOWN_SECONDS): number {
  if (lastPurchase === null || !Number.isFinite(lastPurchase)) return 0;
  const left = Math.ceil(pause - (now - lastPurchase) / 1000);
  // A clock set back must not lock the shopper out for longer than the pause.
  return left > pause ? 0 : Math.max(left, 0);
}
