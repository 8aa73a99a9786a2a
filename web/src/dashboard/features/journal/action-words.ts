/** What the services say was done, in the words of the page; a test reads the actions out of their code. */
import { m } from '@/i18n/paraglide.gen/messages.js';

export const ACTIONS: Readonly<Record<string, () => string>> = {
  'catalog.brand_added': m.db_did_brand_added,
  'catalog.brand_changed': m.db_did_brand_changed,
  'catalog.brand_merged': m.db_did_brand_merged,
  'catalog.brand_removed': m.db_did_brand_removed,
  'catalog.category_added': m.db_did_category_added,
  'catalog.category_changed': m.db_did_category_changed,
  'catalog.category_moved': m.db_did_category_moved,
  'catalog.category_removed': m.db_did_category_removed,
  'catalog.home_arranged': m.db_did_home_arranged,
  'catalog.home_block_removed': m.db_did_home_block_removed,
  'catalog.home_block_saved': m.db_did_home_block_saved,
  'catalog.image_added': m.db_did_image_added,
  'catalog.image_assigned': m.db_did_image_assigned,
  'catalog.image_removed': m.db_did_image_removed,
  'catalog.images_ordered': m.db_did_images_ordered,
  'catalog.product_added': m.db_did_product_added,
  'catalog.product_changed': m.db_did_product_changed,
  'catalog.promotion_saved': m.db_did_promotion_saved,
  'catalog.review_answered': m.db_did_review_answered,
  'catalog.review_approved': m.db_did_review_approved,
  'catalog.review_refused': m.db_did_review_refused,
  'catalog.settings_saved': m.db_did_settings_saved,
  'inventory.stock_added': m.db_did_stock_added,
  'inventory.warehouse_saved': m.db_did_warehouse_saved,
  'orders.note_added': m.db_did_note_added,
  'orders.order_moved': m.db_did_order_moved,
  'orders.transporter_saved': m.db_did_transporter_saved,
  'payments.payment_recorded': m.db_did_payment_recorded,
  'payments.payment_reversed': m.db_did_payment_reversed,
  'staff.account_added': m.db_did_account_added,
  'staff.account_changed': m.db_did_account_changed,
  'staff.password_changed': m.db_did_password_changed,
  'staff.password_reset': m.db_did_password_reset,
  'staff.second_factor_reset': m.db_did_second_factor_reset,
  'staff.second_factor_set': m.db_did_second_factor_set,
  'staff.session_ended': m.db_did_session_ended,
  'staff.sign_in_refused': m.db_did_sign_in_refused,
  'staff.signed_in': m.db_did_signed_in,
};

export function actionWord(action: string): string {
  return (ACTIONS[action] ?? (() => action))();
}
