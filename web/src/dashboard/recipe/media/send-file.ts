/** A file on its way to the shop. `fetch` tells nothing of how far it is, so this asks as pages did before it. */
import { credentialed } from '@/api/client.ts';
import { ApiError } from '@/api/errors.ts';
import { locale } from '@/i18n/locale.ts';
import { staffCredentials } from '../../session/staff-session.ts';

/** 2 MB on the slowest line that a shop is run from. */
const DEADLINE_MS = 120_000;

export interface Sending {
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Posts the file as the field `file` of a form; the shop's answer. */
export async function sendFile(path: string, file: File, sending: Sending): Promise<unknown> {
  const request = new Request(new URL(path, window.location.origin), { method: 'POST' });
  const response = await credentialed(
    async () => attempt(path, file, await staffCredentials.headers(request), sending),
    staffCredentials,
  );
  return response.json();
}

function attempt(
  path: string,
  file: File,
  headers: Readonly<Record<string, string>>,
  { onProgress, signal }: Sending,
): Promise<Response> {
  const form = new FormData();
  form.set('file', file);
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open('POST', path);
    call.timeout = DEADLINE_MS;
    call.setRequestHeader('Accept-Language', locale());
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    const lost = () => reject(new ApiError(0, {}));
    const abort = () => call.abort();
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    call.onload = () => resolve(answerOf(call));
    call.onerror = lost;
    call.ontimeout = lost;
    call.onabort = lost;
    call.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    call.send(form);
  });
}

function answerOf(call: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['Content-Type', 'Retry-After']) {
    const value = call.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  return new Response(call.response, { status: call.status, headers });
}
