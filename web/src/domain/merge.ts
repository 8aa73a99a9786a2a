/** Three-way merge of what is edited: what each side changed since both read the same. */

/** Both changed it, to different values: mine stands until somebody decides. */
export interface Conflict {
  /** `texts.fr.name`. */
  path: string;
  theirs: unknown;
}

export interface Merged<T> {
  value: T;
  conflicts: readonly Conflict[];
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (!isFields(one) || !isFields(other)) return false;
  return keysOf(one, other).every((key) => isSame(one[key], other[key]));
}

function keysOf(...of: readonly Fields[]): string[] {
  return [...new Set(of.flatMap(Object.keys))];
}

/**
 * `mine` over `theirs`: what only one side changed since `base` is theirs or mine. Objects are merged field by field, but
 * those at a path of `whole`, whose fields depend on one another; lists are whole.
 */
export function merge3<T>(base: T, mine: T, theirs: T, whole: readonly string[] = []): Merged<T> {
  const conflicts: Conflict[] = [];
  const merge = (path: string, was: unknown, my: unknown, their: unknown): unknown => {
    if (isSame(my, their) || isSame(my, was)) return their;
    if (isSame(their, was)) return my;
    if (isFields(was) && isFields(my) && isFields(their) && !whole.includes(path)) {
      const entries = keysOf(my, their).map((key) => {
        const at = path ? `${path}.${key}` : key;
        return [key, merge(at, was[key], my[key], their[key])];
      });
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    conflicts.push({ path, theirs: their });
    return my;
  };
  return { value: merge('', base, mine, theirs) as T, conflicts };
}

/** What stands at a path. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isFields(at) ? at[key] : undefined), value);
}

/** The same with another value at a path. */
export function withValueAt<T>(value: T, path: string, next: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const fields = value as Fields;
  const inner = rest.length > 0 ? withValueAt(fields[key], rest.join('.'), next) : next;
  return { ...fields, [key]: inner } as T;
}
