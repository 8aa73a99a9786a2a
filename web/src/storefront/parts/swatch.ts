/** What stands for a value of an attribute: its picture, else its colour; nothing where it has neither. */
export function swatch(value: {
  readonly color?: string | null | undefined;
  readonly picture?: string | null | undefined;
}): string | undefined {
  return value.picture ? `center / cover url("${value.picture}")` : value.color || undefined;
}
