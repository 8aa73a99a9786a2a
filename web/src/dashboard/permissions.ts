/** The permission codes of the shop's table (design 8) that this app asks about. */
export type Permission =
  | 'orders.read'
  | 'orders.confirm'
  | 'orders.prepare'
  | 'orders.deliver'
  | 'orders.return'
  | 'catalog.read'
  | 'catalog.write'
  | 'content.write'
  | 'stock.read'
  | 'stock.write'
  | 'payments.read'
  | 'payments.write'
  | 'reviews.moderate'
  | 'staff.manage'
  | 'transporters.read'
  | 'transporters.write'
  | 'warehouses.write';
