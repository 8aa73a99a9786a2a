/** Orders as the tests of their papers need them. */
import type { OrderLine, PaperOrder } from '../../../data/types.ts';

export function paperLine(line: Partial<OrderLine>): OrderLine {
  return {
    productId: 'p',
    combinationId: null,
    name: 'Savon',
    combination: '',
    sku: '',
    image: '',
    quantity: 1,
    unitPrice: 1000,
    unitPriceHt: 1000,
    unitPriceTtc: 1190,
    total: 1000,
    stockItems: [],
    parts: [],
    ...line,
  };
}

export function paperOrder(order: Partial<PaperOrder>): PaperOrder {
  return {
    id: 'o',
    number: 'A-10001',
    status: 'confirmed',
    placedAt: '2026-11-22T09:00:00Z',
    customerFullName: 'Amina Haddad',
    phone: '0555123456',
    address: '12 rue Didouche Mourad',
    wilayaId: '16',
    wilaya: 'Alger',
    communeId: '1601',
    commune: 'Alger Centre',
    transporterId: 't',
    transporter: 'Rahil',
    deliveryType: 'home',
    trackingNumber: '',
    lines: [paperLine({})],
    productsTotal: 1000,
    deliveryPrice: 400,
    total: 1400,
    ...order,
  };
}
