import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Staff } from '../../session/use-session.ts';
import { staffSession } from '../../testing/staff-session.ts';
import {
  countDrafts,
  dropDraft,
  dropSent,
  forgetDrafts,
  forgetDraftsOf,
  keepDraft,
  keptDraft,
  type Tried,
  takeChangedSince,
} from './drafts.ts';
import { useIntent } from './use-intent.ts';

const NAME = { employeeId: 'samira', kind: 'brand', id: 'b' };
const DRAFT = { name: 'Nour' };

function forbid() {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(window, storage, 'get').mockImplementation(() => {
      throw new DOMException('forbidden', 'SecurityError');
    });
  }
}

afterEach(() => void vi.restoreAllMocks());

it('takes what an older page sent for sent when its draft was kept', () => {
  const tried = { draft: DRAFT, key: 'k' } as Tried<typeof DRAFT>;
  const at = Date.now();
  keepDraft(NAME, { base: DRAFT, draft: DRAFT, tried, at });
  expect(keptDraft(NAME, DRAFT)?.tried).toEqual({ ...tried, at });
});

it('keeps no draft where the browser forbids it, and breaks nothing', () => {
  forbid();
  expect(keepDraft(NAME, { base: DRAFT, draft: DRAFT, at: 1 })).toBe(false);
  expect(keptDraft(NAME, DRAFT)).toBeUndefined();
  expect(takeChangedSince(NAME, DRAFT)).toBeUndefined();
  expect(countDrafts('samira')).toBe(0);
  dropDraft(NAME, 1);
  dropSent(NAME, DRAFT);
  forgetDraftsOf('b');
  forgetDrafts('samira');
});

it.each(['tab', 'draft'] as const)(
  'sends an intention there, under one key until it is answered, kept as %s',
  async (keptAs) => {
    forbid();
    const { result } = renderHook(() => useIntent('payment', keptAs), {
      wrapper: ({ children }) => <Staff value={staffSession()}>{children}</Staff>,
    });
    const keys: string[] = [];
    const send = async (key: string) => {
      keys.push(key);
      if (keys.length === 1) throw new TypeError('cut');
    };
    await result.current.once({ amount: 5 }, send).catch(() => undefined);
    await result.current.once({ amount: 5 }, send);
    expect(new Set(keys).size).toBe(1);
    expect(result.current.unanswered()).toEqual([]);
  },
);
