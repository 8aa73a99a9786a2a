/** The network as a test sees it: paths to answers, and what was asked of them. */
import { vi } from 'vitest';

export interface Answer {
  readonly status?: number;
  /** Left out of an answer that has none. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Reply = Answer | Error | ((request: Request) => Answer | Error | Promise<Answer | Error>);

/** Replaces `fetch`: the first path that the address ends with answers; unknown ones answer 404. */
export function answerWith(replies: Record<string, Reply>): Asked[] {
  const asked: Asked[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const request = input as Request;
    const { pathname } = new URL(request.url);
    const text = await request.clone().text();
    asked.push({
      method: request.method,
      path: pathname,
      headers: request.headers,
      body: isJson(request) ? JSON.parse(text) : undefined,
    });
    const reply = Object.entries(replies).find(([path]) => pathname.endsWith(path))?.[1];
    const answer =
      typeof reply === 'function'
        ? await reply(request)
        : (reply ?? { status: 404, body: { code: 'not_found' } });
    if (answer instanceof Error) throw answer;
    const { status = 200, body, headers } = answer;
    const init = { status, ...(headers && { headers }) };
    return body === undefined ? new Response(null, init) : Response.json(body, init);
  });
  return asked;
}

function isJson({ headers }: Request): boolean {
  return headers.get('Content-Type')?.includes('json') ?? false;
}
