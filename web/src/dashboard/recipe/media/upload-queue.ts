/** Files on their way, some at once and the others in turn (spec 5: 8 parallel uploads); what failed waits to be tried again. */
import { randomId } from '@/lib/random-id.ts';
import type { Sending } from './send-file.ts';

const AT_ONCE = 8;

/** Why a file is not sent: what it is, how large it is, or what the sending came to. */
export type Mistake = 'type' | 'size' | Error;

export interface Upload {
  readonly id: string;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** From 0 to 1. */
  readonly progress: number;
  readonly mistake?: Mistake;
}

/** Whether it is on its way, or can be sent yet: again, or made smaller. */
export function canArrive({ mistake }: Upload): boolean {
  return mistake !== 'type';
}

interface UploadQueueSpec {
  send: (file: File, sending: Sending, id: string) => Promise<void>;
  /** What is known of a file before it is sent. */
  check: (file: File) => 'type' | 'size' | undefined;
}

export class UploadQueue {
  #uploads: readonly Upload[] = [];
  readonly #spec: UploadQueueSpec;
  readonly #listeners = new Set<() => void>();
  readonly #sending = new Map<string, AbortController>();

  constructor(spec: UploadQueueSpec) {
    this.#spec = spec;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly uploads = (): readonly Upload[] => this.#uploads;

  /** The ids of the new ones, in their order. */
  add(files: Iterable<File>): string[] {
    const added = [...files].map((file): Upload => {
      const mistake = this.#spec.check(file);
      return mistake
        ? { id: randomId(), file, state: 'failed', progress: 0, mistake }
        : { id: randomId(), file, state: 'waiting', progress: 0 };
    });
    this.#become([...this.#uploads, ...added]);
    this.#proceed();
    return added.map(({ id }) => id);
  }

  retry(id: string): void {
    const upload = this.#uploads.find((one) => one.id === id);
    if (upload) this.replace(id, upload.file);
  }

  /** The same with another file: the same picture made smaller. */
  replace(id: string, file: File): void {
    const mistake = this.#spec.check(file);
    this.#change(id, (upload) => ({
      id: upload.id,
      file,
      progress: 0,
      ...(mistake ? { state: 'failed', mistake } : { state: 'waiting' }),
    }));
    this.#proceed();
  }

  /** Gives a file up, on its way or not. */
  remove(id: string): void {
    this.#sending.get(id)?.abort();
    this.#become(this.#uploads.filter((upload) => upload.id !== id));
  }

  /** The page is left. */
  stop(): void {
    for (const sending of this.#sending.values()) sending.abort();
    this.#become([]);
  }

  #proceed(): void {
    for (const upload of this.#uploads) {
      if (this.#sending.size >= AT_ONCE) return;
      if (upload.state === 'waiting') void this.#start(upload);
    }
  }

  async #start({ id, file }: Upload): Promise<void> {
    const controller = new AbortController();
    this.#sending.set(id, controller);
    this.#change(id, (upload) => ({ ...upload, state: 'sending' }));
    const onProgress = (progress: number) => this.#change(id, (upload) => ({ ...upload, progress }));
    try {
      await this.#spec.send(file, { onProgress, signal: controller.signal }, id);
      this.#become(this.#uploads.filter((upload) => upload.id !== id));
    } catch (error) {
      const mistake = error instanceof Error ? error : new Error(String(error));
      this.#change(id, (upload) => ({ ...upload, state: 'failed', mistake }));
    } finally {
      this.#sending.delete(id);
      this.#proceed();
    }
  }

  #change(id: string, change: (upload: Upload) => Upload): void {
    this.#become(this.#uploads.map((upload) => (upload.id === id ? change(upload) : upload)));
  }

  #become(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
