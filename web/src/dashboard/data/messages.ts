/** What went wrong, in words for the person at the screen. */
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { refusalText, ruleText } from './refusals.ts';

export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return m.db_error_unexpected();
  if (error.offline) return m.db_error_offline();
  if (error.status === 503) return m.db_error_busy();
  return refusalText(error);
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.requestId ? error.requestId : undefined;
}

/** The messages under one field of a refused form. */
export function fieldErrors(error: unknown, field: string): string[] {
  return error instanceof ApiError ? (error.fields[field] ?? []).map(ruleText) : [];
}

/** The messages under all fields whose names begin so, each told once. */
export function errorsBelow(error: unknown, beginning: string): string[] {
  if (!(error instanceof ApiError)) return [];
  const fields = Object.keys(error.fields).filter((field) => field.startsWith(beginning));
  return [...new Set(fields.flatMap((field) => fieldErrors(error, field)))];
}

/** It is not there, or no more. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Somebody else was faster (design 4: a stale version answers 409 with the newer state). */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}

/** What the one that somebody else changed is now, where the refusal tells it. */
export function currentOf<One>(error: unknown): One | undefined {
  return isConflict(error) ? (error.current as One | undefined) : undefined;
}

/** It was sent onto a version that is not the newest. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code.endsWith('.stale_version');
}

/** What was told to cost so much costs something else by now. */
export function isPriceChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'orders.price_changed';
}
