import { expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { forgetDrafts } from './drafts.ts';
import { useIntent } from './use-intent.ts';

const lost = () => new ApiError(0, {});

interface Sent {
  key: string;
  answer: () => void;
  fail: (error: unknown) => void;
}

interface FormProps {
  quantity: number;
  keptAs: 'tab' | 'draft';
  onSent: (sent: Sent) => void;
}

function Form({ quantity, keptAs, onSent }: FormProps) {
  const intent = useIntent('stock', keptAs);
  const send = (key: string) => new Promise<void>((answer, fail) => onSent({ key, answer, fail }));
  return (
    <button type="button" onClick={() => void intent.once({ quantity }, send).catch(() => {})}>
      Envoyer
    </button>
  );
}

/** Sends from a page that was just opened, and is closed before the answer. */
function begin(quantity: number, keptAs: FormProps['keptAs'] = 'tab'): Sent {
  let begun: Sent | undefined;
  const onSent = (sent: Sent) => {
    begun = sent;
  };
  const { getByRole, unmount } = renderStaffScreen(
    <Form quantity={quantity} keptAs={keptAs} onSent={onSent} />,
    {
      permissions: [],
    },
  );
  getByRole('button').click();
  unmount();
  if (!begun) throw new Error('nothing was sent');
  return begun;
}

/** Sends, and is answered or fails; the key. */
async function send(quantity: number, error?: unknown, keptAs?: FormProps['keptAs']): Promise<string> {
  const sent = begin(quantity, keptAs);
  if (error) sent.fail(error);
  else sent.answer();
  await new Promise((done) => setTimeout(done));
  return sent.key;
}

it('sends the same thing under the same key until it is answered, over a reload too', async () => {
  const first = await send(3, lost());
  expect(await send(3, new ApiError(503, {}))).toBe(first);
  expect(await send(3)).toBe(first);
  expect(await send(3)).not.toBe(first);
});

it('sends the same under another key once the shop may know the first no more', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  const first = await send(16, lost(), 'draft');
  vi.setSystemTime(Date.now() + 86_400_000);
  expect(await send(16, lost(), 'draft')).toBe(first);
  vi.setSystemTime(Date.now() + 1);
  const second = await send(16, lost(), 'draft');
  expect(second).not.toBe(first);
  expect(await send(16, undefined, 'draft')).toBe(second);
});

it('sends another thing under another key, and keeps the first one’s', async () => {
  const first = await send(4, lost());
  expect(await send(5)).not.toBe(first);
  expect(await send(4)).toBe(first);
});

it('ends no intention but the one that is answered', async () => {
  const first = begin(6);
  const second = await send(7, lost());
  first.answer();
  expect(await send(7)).toBe(second);
});

it('starts anew after a refusal', async () => {
  const first = await send(8, new ApiError(422, {}));
  expect(await send(8)).not.toBe(first);
});

it('goes on with what is under way already', async () => {
  const first = await send(9, new ApiError(409, {}, 1));
  expect(await send(9)).toBe(first);
});

it('keeps what can’t be read as unanswered', async () => {
  const first = await send(10, new SyntaxError('half an answer'));
  expect(await send(10)).toBe(first);
});

it('learns nothing of what was sent before from a door that is shut by now', async () => {
  const first = await send(11, lost());
  expect(await send(11, new ApiError(401, {}))).toBe(first);
  expect(await send(11)).toBe(first);
  const refused = await send(12, new ApiError(403, {}));
  expect(await send(12)).not.toBe(refused);
});

it('keeps no more than twenty', async () => {
  const first = await send(100, lost());
  for (let quantity = 101; quantity <= 120; quantity++) await send(quantity, lost());
  expect(await send(100)).not.toBe(first);
});

it('forgets with the drafts what the browser had no room for', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  const ofTab = await send(15, lost());
  const ofDraft = await send(15, lost(), 'draft');
  expect(await send(15, lost(), 'draft')).toBe(ofDraft);
  forgetDrafts('samira');
  expect(await send(15, lost(), 'draft')).not.toBe(ofDraft);
  expect(await send(15)).toBe(ofTab);
});

it('is sent all the same where the browser has no room left, and under one key', async () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  const first = await send(13, lost());
  expect(await send(13, lost())).toBe(first);
  expect(await send(14, lost())).not.toBe(first);
  expect(await send(13)).toBe(first);
  expect(await send(13)).not.toBe(first);
});
