/**
 * Does the work that all tabs of the browser call by this name one after another, where the browser can see to that; who has
 * waited too long goes all the same.
 */
export function inTurn<T>(name: string, patienceMs: number, work: () => T | Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    const go = async () => {
      clearTimeout(timer);
      try {
        resolve(await work());
      } catch (error) {
        reject(error);
      }
    };
    // A page without a secure connection has no locks, and one whose storage is forbidden is refused them.
    if (!navigator.locks) void go();
    else navigator.locks.request(name, { signal: patience.signal }, go).catch(go);
  });
}
