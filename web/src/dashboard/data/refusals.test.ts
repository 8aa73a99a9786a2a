import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ApiError } from '@/api/errors.ts';
import { startLocale } from '@/i18n/locale.ts';
import { ACTIONS } from '../features/journal/action-words.ts';
import { errorMessage, fieldErrors } from './messages.ts';
import { REFUSALS, RULES } from './refusals.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** What the services and what they share are made of, without the tests inside. */
function rustSources(): string[] {
  const services = readdirSync(join(REPOSITORY, 'services'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `services/${name}/src`);
  return [...services, 'crates/rpc/src', 'crates/idempotency/src'].flatMap((folder) =>
    readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.rs'))
      .map((path) => readFileSync(join(REPOSITORY, folder, path), 'utf8').split('#[cfg(test)]')[0] ?? ''),
  );
}

function found(pattern: RegExp): Set<string> {
  return new Set(
    rustSources().flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')),
  );
}

/** What the audit log tells, in the same spelling: `Change::made("staff.signed_in", …)`. */
const ACTION = /Change::(?:made|between)\(\s*"([a-z_.]+)"/g;
/** `"orders.out_of_stock"`, wherever else it is written. */
const DOTTED_CODE =
  /"((?:catalog|checkout|imports|inventory|jobs|orders|payments|pictures|shop|staff|stock|views)\.\w+)"/g;
/** `Failure::new(Kind::RateLimited, "rate_limited", …)`; `StatusCode::NOT_FOUND => ("not_found", …)`. */
const PLAIN_CODE =
  /(?:(?:Failure|Problem|Self)::(?:new|invalid|forbidden)\(\s*(?:[\w:.()]+,\s*)?|\b(?:StatusCode::\w+|_) => \()"([a-z_]+)"/g;
/** However it is spelt. */
const ANY_RULE = /"((?:\w+\.)*validation\.\w+)"/g;
/** What a field is said to break: `Violation::new(format!("orderIds[{index}]"), "form.validation.order", …)`, `.push("note", …)`. */
const KEY =
  /(?:Violation::new|invalid_field|violations\.(?:push|check)|found\.(?:push|check))\(\s*(?:format!\("[^"]*"[^)"]*\)|at\("[^"]*"\)|"[^"]*"|\w+),\s*"([^"]+)"/g;
const RULE = /"form\.validation\.(\w+)"/g;

/** Met by shoppers, by programs or on the command line: no screen of the dashboard asks for them. */
const ELSEWHERE = {
  codes: [
    'catalog.can_be_had',
    'catalog.gone',
    'catalog.idempotency_key_reused',
    'catalog.moved',
    'catalog.too_many_restock_requests',
    'catalog.too_many_reviews',
    'catalog.unknown_listing',
    'checkout.invalid',
    'inventory.invalid_key',
    'inventory.invalid_reservation',
    'inventory.not_shipped',
    'inventory.reservation_differs',
    'orders.cooldown',
    'inventory.confirmed',
    'inventory.crowded',
    'orders.busy',
    'orders.cart_too_large',
    'orders.draft_limit',
    'orders.idempotency_key_reused',
    'orders.in_flight',
    'orders.invalid_cart',
    'orders.not_placed',
    'shop.closed',
    'orders.invalid_checkout',
    'orders.invalid_lines',
    'orders.invalid_tracking',
    'orders.unknown_commune',
    'orders.unknown_wilaya',
  ],
  rules: [
    'aboveMaximum',
    'awaited',
    'belowMinimum',
    'date',
    'deliveryType',
    'duplicate',
    'items',
    'offStep',
    'oneDefault',
    'orderNumber',
    'positive',
    'rating',
    'size',
    'slug',
    'tooMuchOpen',
    'unknownField',
    'unknownFilter',
  ],
};

/** Their status says it all. */
const SAID_BY_STATUS = [
  'bad_request',
  'catalog.busy',
  'cross_origin',
  'csrf',
  'forbidden',
  'internal',
  'invalid_request',
  'malformed_json',
  'method_not_allowed',
  'not_found',
  'rate_limited',
  'staff.busy',
  'too_large',
  'unauthenticated',
  'unavailable',
  'unsupported_media_type',
  'uri_too_long',
];

describe('every refusal of the services has its words', () => {
  it('by its code', () => {
    const actions = found(ACTION);
    const codes = [...found(DOTTED_CODE), ...found(PLAIN_CODE)].filter((code) => !actions.has(code));
    const told = [...Object.keys(REFUSALS), ...ELSEWHERE.codes, ...SAID_BY_STATUS];
    expect(codes.sort()).toEqual(told.sort());
  });

  it('and every change that is told has its own', () => {
    expect([...found(ACTION)].sort()).toEqual(Object.keys(ACTIONS).sort());
  });

  it('by the rule that a field breaks', () => {
    expect([...found(RULE)].sort()).toEqual([...Object.keys(RULES), ...ELSEWHERE.rules].sort());
  });

  it('whose key is spelt as the specification spells its own', () => {
    const keys = [...found(ANY_RULE), ...found(KEY)];
    expect(found(KEY).size).toBeGreaterThan(50);
    const others = keys.filter((key) => !/^form\.validation\.[a-z][A-Za-z]*$/.test(key));
    expect(others).toEqual([]);
  });
});

const english = 'there is not enough stock for the order';

describe('a refusal is told in the language of the page', () => {
  it.each([
    ['fr', 'Le stock ne suffit pas pour cette commande.'],
    ['ar', 'المخزون لا يكفي لهذا الطلب.'],
    ['en', 'There is not enough stock for this order.'],
  ] as const)('%s', (language, text) => {
    startLocale(language);
    const error = new ApiError(409, { code: 'orders.out_of_stock', detail: english });
    expect(errorMessage(error)).toBe(text);
  });

  it.each([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503])('%i without a known code', (status) => {
    const text = errorMessage(new ApiError(status, { code: 'new.code', detail: english }));
    expect(text).not.toBe('');
    expect(text).not.toContain(english);
  });

  it('with the rules that were broken, each once', () => {
    const tooLong = { key: 'form.validation.tooLong', text: 'at most 100 characters' };
    const error = new ApiError(422, {
      code: 'payments.invalid_payment',
      errors: {
        reference: [tooLong],
        note: [tooLong],
        other: [{ key: 'form.validation.new', text: english }],
      },
    });
    expect(errorMessage(error)).toBe(
      'Certaines informations ne sont pas valables. Ce texte est trop long. Cette valeur n’est pas acceptée.',
    );
    expect(fieldErrors(error, 'reference')).toEqual(['Ce texte est trop long.']);
    expect(fieldErrors(error, 'amount')).toEqual([]);
  });
});
