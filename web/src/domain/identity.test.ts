import { expect, it } from 'vitest';
import { registeredNumbers } from './identity.ts';

it('says the numbers that there are', () => {
  expect(registeredNumbers({ rc: '16/00-1', nif: '', nis: '', ai: '160' })).toEqual(['RC 16/00-1', 'AI 160']);
});
