/** How what a job does is taken back: known to the page that started it, and offered where its end is told. */

/** Starts the way back of the rows that the job changed, under a key of its own. */
type Undo = (changed: ReadonlySet<string>, key: string) => Promise<void>;

const undos = new Map<string, Undo>();

/** Of so many jobs at a time; the oldest gives way. */
const MOST = 20;

export function rememberUndo(job: string, undo: Undo): void {
  undos.set(job, undo);
  for (const oldest of [...undos.keys()].slice(0, -MOST)) undos.delete(oldest);
}

/** For once. */
export function takeUndo(job: string): Undo | undefined {
  const undo = undos.get(job);
  undos.delete(job);
  return undo;
}
