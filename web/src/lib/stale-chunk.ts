/**
 * A part of the app that does not load is gone (a deploy took it away: a fresh page names the new one) or the network
 * is (a reload would put the browser's error page in the place of ours). So the shop is asked before a reload.
 */
import { readText, writeText } from './storage.ts';

const KEY = 'reloaded-for-chunk';
const QUIET_MS = 60_000;
const PATIENCE_MS = 5_000;

/** Whether the page would load again. */
async function isReachable(): Promise<boolean> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE_MS);
  try {
    const { ok } = await fetch(window.location.href, {
      method: 'HEAD',
      cache: 'no-store',
      signal: controller.signal,
    });
    return ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Loads the page again when that can help: once a minute at most, never into a network that is away. */
export async function reloadIfStale(reload = () => window.location.reload()): Promise<void> {
  const storage = () => sessionStorage;
  const last = Number(readText(KEY, storage) ?? 0);
  if (Date.now() - last < QUIET_MS || !(await isReachable())) return;
  // Where nothing can be kept, nothing would end a loop.
  if (writeText(KEY, String(Date.now()), storage)) reload();
}
