import { expect, it, vi } from 'vitest';
import type { Sending } from './send-file.ts';
import { UploadQueue } from './upload-queue.ts';

const file = (name: string) => new File(['x'], name, { type: 'image/png' });
const states = (queue: UploadQueue) => queue.uploads().map(({ file: { name }, state }) => `${name} ${state}`);

/** A shop that answers when it is told to. */
function slowShop() {
  const calls: { name: string; sending: Sending; answer: () => void; fail: () => void }[] = [];
  const send = ({ name }: File, sending: Sending) =>
    new Promise<void>((resolve, reject) => {
      calls.push({ name, sending, answer: resolve, fail: () => reject(new Error('lost')) });
    });
  return {
    calls,
    queue: new UploadQueue({ send, check: ({ name }) => (name.endsWith('.svg') ? 'type' : undefined) }),
  };
}

it('sends eight at once and the others in turn', async () => {
  const { calls, queue } = slowShop();
  queue.add(Array.from({ length: 10 }, (_, at) => file(`${at}.png`)));
  expect(calls.map(({ name }) => name)).toHaveLength(8);
  calls[3]?.answer();
  await vi.waitFor(() => expect(calls).toHaveLength(9));
  expect(states(queue)).not.toContain('3.png sending');
  expect(queue.uploads()).toHaveLength(9);
});

it('keeps what failed until it is tried again or given up', async () => {
  const { calls, queue } = slowShop();
  queue.add([file('a.png'), file('b.svg')]);
  expect(states(queue)).toEqual(['a.png sending', 'b.svg failed']);
  calls[0]?.sending.onProgress(0.5);
  expect(queue.uploads()[0]?.progress).toBe(0.5);
  calls[0]?.fail();
  await vi.waitFor(() => expect(states(queue)).toEqual(['a.png failed', 'b.svg failed']));
  const [first, second] = queue.uploads();
  queue.retry(second?.id ?? '');
  expect(states(queue)[1]).toBe('b.svg failed');
  queue.remove(second?.id ?? '');
  queue.retry(first?.id ?? '');
  expect(states(queue)).toEqual(['a.png sending']);
  queue.remove(first?.id ?? '');
  expect(calls[1]?.sending.signal.aborted).toBe(true);
  expect(queue.uploads()).toEqual([]);
});
