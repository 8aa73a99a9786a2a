/** Failures of the API as one type: what problem+json said, or that there was no answer at all. */

/** One message under a field: its translation key and the same in plain English. */
export interface FieldMessage {
  readonly key: string;
  readonly text: string;
}

/** The body of `application/problem+json`. */
interface Problem {
  title?: string;
  detail?: string;
  code?: string;
  requestId?: string;
  errors?: Record<string, readonly FieldMessage[]>;
  facts?: Record<string, unknown>;
  current?: unknown;
}

export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  /** Stable code, such as `orders.out_of_stock`; empty when there is none. */
  readonly code: string;
  readonly requestId: string;
  /** The fields at fault. */
  readonly fields: Readonly<Record<string, readonly FieldMessage[]>>;
  /** What to act on: `total` (dinars) of a changed price, `seconds` of a cooldown. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** After a stale edit: the present state of what was edited. */
  readonly current: unknown;
  /** Seconds to wait before another try, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Problem, retryAfter?: number) {
    super(problem.detail || problem.title || `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = problem.code ?? '';
    this.requestId = problem.requestId ?? '';
    this.fields = problem.errors ?? {};
    this.facts = problem.facts ?? {};
    this.current = problem.current;
    this.retryAfter = retryAfter;
  }

  get offline(): boolean {
    return this.status === 0;
  }
}

/** Reads a refusal; an answer that is no problem+json still becomes an error with its status. */
export async function errorOf(response: Response): Promise<ApiError> {
  const isProblem = response.headers.get('Content-Type')?.includes('json') ?? false;
  const body: unknown = isProblem ? await response.json().catch(() => ({})) : {};
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.status,
    typeof body === 'object' && body !== null ? { ...body } : {},
    Number.isFinite(seconds) ? seconds : undefined,
  );
}

/** Whether trying again later may help, with nothing changed. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.offline || error.status === 502 || error.status === 503);
}

/** The slug that a thing has now which was asked for under a former address: a link of before the move leads there too. */
export function movedTo(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'catalog.moved') return undefined;
  return typeof error.facts.movedTo === 'string' ? error.facts.movedTo : undefined;
}

/** As {@link movedTo} of a product, with what its page is below, where the shop said it. */
export function movedProduct(
  error: unknown,
): { slug: string; mainCategoryRead: { slug: string } | null } | undefined {
  const slug = movedTo(error);
  if (!slug || !(error instanceof ApiError)) return undefined;
  const below = error.facts.movedBelow;
  return { slug, mainCategoryRead: typeof below === 'string' ? { slug: below } : null };
}

/** Whether what was asked for was there and was taken away for good. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'catalog.gone';
}
