/**
 * What a refusal of the shop means, in the page's language: its own words are English. A code or a rule that has no
 * text here falls back to what its status says; a test reads them out of the services and names those that are missing.
 */
import type { ApiError, FieldMessage } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';

type Texts = Readonly<Record<string, () => string>>;

/** By the problem's code. */
export const REFUSALS: Texts = {
  'catalog.attribute_in_use': m.db_attribute_in_use,
  'catalog.brand_in_use': m.db_brand_in_use,
  'catalog.brand_line_in_use': m.db_line_in_use,
  'catalog.brand_merging': m.db_brand_merging_body,
  'catalog.category_in_use': m.db_category_in_use,
  'catalog.combination_in_use': m.db_combination_in_use,
  'catalog.feature_in_use': m.db_feature_in_use,
  'catalog.pack_combined': m.db_pack_combined,
  'catalog.stale_version': m.db_products_stale,
  'catalog.taken': m.db_refused_taken,
  'catalog.unknown_attribute': m.db_error_not_found,
  'catalog.unknown_block': m.db_error_not_found,
  'catalog.unknown_brand': m.db_error_not_found,
  'catalog.unknown_brand_line': m.db_error_not_found,
  'catalog.unknown_category': m.db_error_not_found,
  'catalog.unknown_cms_page': m.db_error_not_found,
  'catalog.unknown_feature': m.db_error_not_found,
  'catalog.unknown_menu_item': m.db_error_not_found,
  'catalog.unknown_product': m.db_error_not_found,
  'catalog.unknown_review': m.db_error_not_found,
  'inventory.already_shipped': m.db_refused_already_shipped,
  'inventory.idempotency_key_reused': m.db_refused_key_reused,
  'inventory.count_below_reserved': m.db_stock_count_below,
  'inventory.invalid_allocation': m.db_alloc_error,
  'inventory.invalid_count': m.db_refused_invalid,
  'inventory.invalid_delivery': m.db_refused_invalid,
  'inventory.invalid_filter': m.db_refused_invalid,
  'inventory.not_held': m.db_refused_stock_not_held,
  'inventory.order_cancelled': m.db_refused_order_cancelled,
  'inventory.out_of_stock': m.db_refused_out_of_stock,
  'inventory.invalid_warehouse': m.db_refused_invalid,
  'inventory.stale_version': m.db_stale,
  'inventory.stock_moved': m.db_stock_moved,
  'inventory.too_much_stock': m.db_refused_too_much_stock,
  'inventory.unknown_item': m.db_error_not_found,
  'inventory.unknown_warehouse': m.db_error_not_found,
  'inventory.warehouse_reserved': m.db_warehouse_reserved,
  'jobs.invalid': m.db_refused_invalid,
  'jobs.matching_changed': m.db_bulk_matching_changed,
  'jobs.starting': m.db_refused_conflict,
  'jobs.too_many': m.db_job_too_many,
  'jobs.unknown': m.db_error_not_found,
  'orders.illegal_transition': m.db_refused_illegal_step,
  'orders.invalid_filter': m.db_refused_invalid,
  'orders.invalid_transition': m.db_refused_invalid,
  'orders.invalid_transporter': m.db_refused_invalid,
  'orders.out_of_stock': m.db_refused_out_of_stock,
  'orders.stale_version': m.db_order_stale_title,
  'orders.stock_not_held': m.db_refused_stock_not_held,
  'orders.unknown_order': m.db_error_not_found,
  'orders.unknown_transporter': m.db_error_not_found,
  'payments.already_paid': m.db_payments_already_paid,
  'payments.already_reversed': m.db_refused_already_reversed,
  'payments.foreign_order': m.db_refused_foreign_order,
  'payments.idempotency_key_reused': m.db_refused_key_reused,
  'payments.invalid': m.db_refused_invalid,
  'payments.invalid_filter': m.db_refused_invalid,
  'payments.invalid_id': m.db_error_not_found,
  'payments.invalid_payment': m.db_refused_invalid,
  'payments.invalid_reversal': m.db_refused_invalid,
  'payments.not_in_payment': m.db_refused_not_in_payment,
  'payments.stale_version': m.db_payment_stale,
  'payments.unknown_order': m.db_error_not_found,
  'payments.unknown_payment': m.db_error_not_found,
  'staff.invalid': m.db_refused_invalid,
  'staff.last_admin': m.db_refused_last_admin,
  'staff.refused': m.db_login_wrong,
  'staff.stale_version': m.db_employee_stale,
  'staff.taken': m.db_employee_taken,
  'staff.unknown_account': m.db_error_not_found,
  'staff.unknown_session': m.db_session_over,
  'stock.invalid': m.db_refused_invalid,
  'views.invalid': m.db_refused_invalid,
  'views.taken': m.db_view_taken,
  'views.too_many': m.db_view_too_many,
  'views.unknown': m.db_error_not_found,
};

const STATUSES: Readonly<Record<number, () => string>> = {
  401: m.db_session_expired_title,
  403: m.db_error_forbidden,
  404: m.db_error_not_found,
  409: m.db_refused_conflict,
  413: m.db_refused_too_large,
  414: m.db_refused_too_large,
  429: m.db_refused_too_many,
};

/** By the rule that a field breaks: the last word of `validation.too_long`, `form.validation.tooLong`. */
export const RULES: Texts = {
  allocation: m.db_alloc_error,
  allocation_sums: m.db_alloc_error,
  amount: m.db_product_price_invalid,
  below_reserved: m.db_stock_count_below,
  classes: m.db_rule_classes,
  code: m.db_rule_code,
  color: m.db_rule_color,
  contrast: m.db_rule_contrast,
  combination: m.db_error_not_found,
  counted: m.db_stock_count_invalid,
  decimal: m.db_rule_decimal,
  delay: m.db_rule_delay,
  email: m.db_rule_email,
  file_too_large: m.db_rule_picture,
  format: m.db_rule_other,
  id: m.db_error_not_found,
  has_children: m.db_rule_has_children,
  idempotency_key: m.db_rule_other,
  idempotency_key_reused: m.db_refused_key_reused,
  in_itself: m.db_rule_in_itself,
  language: m.db_rule_other,
  limit: m.db_rule_other,
  link: m.db_menu_link_wrong,
  measure: m.db_rule_measure,
  misplaced: m.db_rule_other,
  name: m.db_rule_name,
  not_a_picture: m.db_rule_picture,
  too_many_pixels: m.db_rule_pixels,
  note: m.db_rule_note,
  number: m.db_rule_number,
  order: m.db_error_not_found,
  orders: m.db_rule_orders,
  other_attributes: m.db_rule_other_attributes,
  page: m.db_rule_other,
  password: m.db_rule_password,
  path: m.db_rule_path,
  place: m.db_rule_place,
  position: m.db_rule_position,
  price: m.db_rule_price,
  priority: m.db_rule_priority,
  product: m.db_error_not_found,
  quantity: m.db_stock_quantity_invalid,
  query: m.db_rule_too_long,
  rate: m.db_rule_rate,
  reason: m.db_rule_reason,
  repeated: m.db_rule_repeated,
  required: m.db_rule_required,
  roles: m.db_rule_roles,
  same_password: m.db_rule_same_password,
  sort: m.db_rule_other,
  status: m.db_rule_other,
  text: m.db_rule_other,
  time: m.db_rule_time,
  too_long: m.db_rule_too_long,
  too_many: m.db_rule_too_many,
  tracking_number: m.db_rule_tracking,
  transporter: m.db_error_not_found,
  unknown: m.db_error_not_found,
  value: m.db_rule_value,
  wilaya: m.db_error_not_found,
  words: m.db_rule_too_long,
  wrong_password: m.db_rule_wrong_password,
};

/** The rule of a key, in one spelling: the services use two. */
export function ruleOf(key: string): string {
  const rule = key.split('.').at(-1) ?? '';
  return rule.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function ruleText({ key }: FieldMessage): string {
  return (RULES[ruleOf(key)] ?? m.db_rule_other)();
}

/** What was refused; of what was filled in wrongly, also which rules it breaks. */
export function refusalText({ code, status, fields }: ApiError): string {
  if (status >= 500) return m.db_error_unexpected();
  const text = (REFUSALS[code] ?? STATUSES[status] ?? m.db_refused_invalid)();
  const rules = status === 422 ? Object.values(fields).flat().map(ruleText) : [];
  return [...new Set([text, ...rules])].join(' ');
}

/** Why one thing of many was refused. */
export function rowRefusal(code: string): string {
  if (code === 'forbidden') return m.db_error_forbidden();
  if (code === 'unavailable') return m.db_error_busy();
  return (REFUSALS[code] ?? m.db_refused_conflict)();
}
