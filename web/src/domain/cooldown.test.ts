import { expect, it } from 'vitest';
import { COOLDOWN_SECONDS, cooldownLeft } from './cooldown.ts';

const NOW = 1_700_000_000_000;

it('counts down from the last purchase', () => {
  expect(cooldownLeft(null, NOW)).toBe(0);
  expect(cooldownLeft({ at: NOW }, NOW)).toBe(COOLDOWN_SECONDS);
  expect(cooldownLeft({ at: NOW - 40_500 }, NOW)).toBe(60);
  expect(cooldownLeft({ at: NOW - 100_000 }, NOW)).toBe(0);
});

it('lasts as long as the shop said of this purchase, whatever is known of others', () => {
  expect(cooldownLeft({ at: NOW, pause: 3600 }, NOW)).toBe(3600);
  expect(cooldownLeft({ at: NOW - 60_000, pause: 300 }, NOW, 600)).toBe(240);
  expect(cooldownLeft({ at: NOW - 60_000 }, NOW, 600)).toBe(540);
});

it('holds nobody for a clock that was set back', () => {
  expect(cooldownLeft({ at: NOW + 60_000 }, NOW)).toBe(0);
  expect(cooldownLeft({ at: NOW + 60_000, pause: 3600 }, NOW)).toBe(0);
});
