/**
 * The one HTTP client: typed by the gateway's OpenAPI, with the page's language, the app's credentials and a
 * deadline on every call. A refused or lost call always throws `ApiError`.
 */
import createFetchClient, { type Client } from 'openapi-fetch';
import { locale } from '@/i18n/locale.ts';
import { deadlineOf } from '@/lib/deadline.ts';
import { ApiError, errorOf } from './errors.ts';
import type { paths } from './schema.gen.ts';

/** What an app adds to its calls: the visitor's bearer, or the staff session's anti-forgery token. */
export interface Credentials {
  headers(request: Request): Promise<Record<string, string>>;
  /** Called when a call was refused for its credentials; true when new ones may pass. */
  renew(): Promise<boolean>;
}

export type ApiClient = Client<paths>;

/** After this no answer to a call is waited for. */
export const DEADLINE_MS = 15_000;

/** One call with its whole answer: an answer that breaks off on the way is none. */
async function attempt(request: Request, credentials: Credentials): Promise<Response> {
  const headers = new Headers(request.headers);
  // A call that is repeated keeps the language that it was first made in.
  if (!headers.has('Accept-Language')) headers.set('Accept-Language', locale());
  for (const [name, value] of Object.entries(await credentials.headers(request))) headers.set(name, value);
  const deadline = deadlineOf(request.signal, DEADLINE_MS);
  try {
    const response = await fetch(new Request(request, { headers, signal: deadline.signal }));
    await response.clone().arrayBuffer();
    return response;
  } catch (cause) {
    if (request.signal.aborted) throw cause;
    throw new ApiError(0, {});
  } finally {
    deadline.end();
  }
}

/** Nobody is signed in, or the anti-forgery token is another session's: not the caller's lack of a permission. */
async function isOfCredentials(response: Response): Promise<boolean> {
  if (response.status === 401) return true;
  return response.status === 403 && (await errorOf(response.clone())).code === 'csrf';
}

/** Tries once, and once more when renewed credentials may pass. */
export async function credentialed(
  tryOnce: () => Promise<Response>,
  credentials: Credentials,
): Promise<Response> {
  const first = await tryOnce();
  const response = (await isOfCredentials(first)) && (await credentials.renew()) ? await tryOnce() : first;
  if (!response.ok) throw await errorOf(response);
  return response;
}

export function makeClient(credentials: Credentials): ApiClient {
  return createFetchClient<paths>({
    baseUrl: window.location.origin,
    // A request can be sent once only.
    fetch: (request) => credentialed(() => attempt(request.clone(), credentials), credentials),
  });
}
