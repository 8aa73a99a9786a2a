/** Failures of the API as one type: what problem+json said, or that there was no answer at all. */

/** The body of `application/problem+json`. */
interface Problem {
  type?: string;
  title?: string;
  detail?: string;
  requestId?: string;
  errors?: Record<string, readonly (string | { key?: string; text?: string })[]>;
}

export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  /** Stable code, such as `orders.out_of_stock`; empty when there is none. */
  readonly code: string;
  readonly requestId: string;
  /** Field to messages, in the page's language. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Everything else that the problem carried, such as the new `total`. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** Seconds to wait before another try, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Problem & Record<string, unknown>, retryAfter?: number) {
    super(problem.detail || problem.title || `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = (problem.type ?? '').replace(/^.*[/:](?=[^/:]*$)/, '').replace(/^about.*$/, '');
    this.requestId = problem.requestId ?? '';
    this.fields = fieldTexts(problem.errors ?? {});
    this.extra = problem;
    this.retryAfter = retryAfter;
  }

  get offline(): boolean {
    return this.status === 0;
  }
}

function fieldTexts(errors: NonNullable<Problem['errors']>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      messages.map((message) =>
        typeof message === 'string' ? message : (message.text ?? message.key ?? ''),
      ),
    ]),
  );
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
