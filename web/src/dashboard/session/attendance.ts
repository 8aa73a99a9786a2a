/**
 * Whether somebody is at this tab. What it asks by itself, because a change was told or a minute has passed, says so: it
 * must not keep a session open that nobody uses (design 8).
 */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const;
/** What a person does is answered, and followed by what the page asks for, within this time. */
const PRESENT_MS = 60_000;

let touchedAt = performance.now();

/** Notes when the tab is touched from now on. */
export function watchAttendance(): void {
  const note = () => {
    touchedAt = performance.now();
  };
  for (const touch of TOUCHES) window.addEventListener(touch, note, { capture: true, passive: true });
}

export function isAttended(now = performance.now()): boolean {
  return now - touchedAt < PRESENT_MS;
}
