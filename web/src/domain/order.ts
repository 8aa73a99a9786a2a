/** The list with one of it at another place; `null` where there is no such place, or it stands there. */
export function movedTo<One>(list: readonly One[], from: number, to: number): readonly One[] | null {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length || from === to) return null;
  const others = list.filter((_, at) => at !== from);
  return [...others.slice(0, to), one, ...others.slice(to)];
}
