import { expect, it } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { startLocale } from '@/i18n/locale.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { errorText } from './error-text.ts';

const closed = (facts: object) => errorText(new ApiError(503, { code: 'shop.closed', facts: { ...facts } }));

it.each(['fr', 'ar', 'en'] as const)(
  'says that the shop is closed, and nothing of a fault, in %s',
  (locale) => {
    startLocale(locale);
    expect(closed({})).toBe(m.sf_shop_closed());
    expect(closed({ message: 'Inventaire annuel' })).toBe('Inventaire annuel');
    expect(errorText(new ApiError(503, {}))).toBe(m.common_error_unavailable());
  },
);
