/**
 * In what numbers of pieces something is ordered: the minimum, or that and some steps, up to the maximum. The services have the same rule
 * in `crates/kernel/src/quantity_rule.rs`, over the same vectors; theirs decides.
 */

/** Most pieces of one line, as of every order. */
export const MAX_QUANTITY = 999;

export interface QuantityRule {
  readonly minimumQuantity: number;
  readonly maximumQuantity?: number | null;
  readonly quantityStep: number;
}

/** Any number of pieces. */
export const ANY_QUANTITY: QuantityRule = { minimumQuantity: 1, quantityStep: 1 };

/** Why so many pieces can't be ordered. */
export type QuantityBreach = 'minimum' | 'maximum' | 'step';

/** What of a rule is none: it lets nothing be ordered, or more than one line can have. */
export function wrongOf({ minimumQuantity, maximumQuantity, quantityStep }: QuantityRule): QuantityBreach[] {
  const isFrom = (least: number, value: number) =>
    Number.isInteger(value) && value >= least && value <= MAX_QUANTITY;
  const isMinimum = isFrom(1, minimumQuantity);
  return [
    ...(isMinimum ? [] : (['minimum'] as const)),
    ...(maximumQuantity == null || isFrom(isMinimum ? minimumQuantity : 1, maximumQuantity)
      ? []
      : (['maximum'] as const)),
    ...(isFrom(1, quantityStep) ? [] : (['step'] as const)),
  ];
}

export function breachOf(rule: QuantityRule, pieces: number): QuantityBreach | undefined {
  const above = pieces - rule.minimumQuantity;
  if (above < 0) return 'minimum';
  if (rule.maximumQuantity != null && pieces > rule.maximumQuantity) return 'maximum';
  return above % rule.quantityStep === 0 ? undefined : 'step';
}

/** The most that can be ordered of so many pieces; `undefined` where they are too few. */
export function mostOf(rule: QuantityRule, pieces: number): number | undefined {
  const above = Math.min(pieces, rule.maximumQuantity ?? MAX_QUANTITY) - rule.minimumQuantity;
  return above < 0 ? undefined : rule.minimumQuantity + above - (above % rule.quantityStep);
}

/** The next number above so many pieces that can be ordered; `undefined` where there is none. */
export function nextAbove(rule: QuantityRule, pieces: number): number | undefined {
  const below = mostOf(rule, pieces);
  const next = below === undefined ? rule.minimumQuantity : below + rule.quantityStep;
  return next > pieces && breachOf(rule, next) === undefined && next <= MAX_QUANTITY ? next : undefined;
}

/** The next number below; `undefined` where there is none. */
export function nextBelow(rule: QuantityRule, pieces: number): number | undefined {
  return mostOf(rule, pieces - 1);
}

/** What can be ordered in place of so many pieces: the nearest number, of two as near the higher. */
export function fitting(rule: QuantityRule, pieces: number): number {
  const below = mostOf(rule, pieces);
  if (below === undefined) return rule.minimumQuantity;
  const above = nextAbove(rule, pieces);
  return above !== undefined && above - pieces <= pieces - below && below !== pieces ? above : below;
}

/** What can be ordered in place of so many pieces, where these can't be. */
export function remedyOf(pieces: number, rule: QuantityRule = ANY_QUANTITY): number | undefined {
  const fits = fitting(rule, pieces);
  return fits === pieces ? undefined : fits;
}

/** Pieces as they were typed or kept: an integer from 1; `undefined` of anything else. */
export function piecesOf(value: unknown): number | undefined {
  const pieces = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof pieces === 'number' && Number.isSafeInteger(pieces) && pieces >= 1 ? pieces : undefined;
}

/** What was typed as a quantity: an integer that can be ordered; what is no number from 1 becomes the least (spec 5). */
export function quantityOf(value: unknown, rule: QuantityRule = ANY_QUANTITY): number {
  const pieces = piecesOf(value);
  return pieces === undefined ? rule.minimumQuantity : fitting(rule, pieces);
}

/** A rule as it was kept; `undefined` of what is none. */
export function readRule(kept: unknown): QuantityRule | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const rule = kept as QuantityRule;
  return wrongOf(rule).length === 0 ? rule : undefined;
}
