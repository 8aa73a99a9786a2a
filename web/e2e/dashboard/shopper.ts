/** A shopper without a browser: orders one product through the shop's own interface, as its pages do. */
import type { APIRequestContext } from 'playwright-core';

interface Placed {
  id: string;
  number: string;
  total: number;
  transporter: { id: string; name: string };
}

interface Session {
  token: string;
  csrfToken: string;
}

interface Card {
  id: string;
  available: boolean;
  combinationsCount: number;
  defaultCombinationId: string | null;
}

interface Offer {
  id: string;
  name: string;
  deliveryType: string;
}

/** A phone number that no other run has used, so that the cooldown of one order never meets the next. */
function freshPhone(): string {
  return `07${String(Date.now() % 100_000_000).padStart(8, '0')}`;
}

export class Shopper {
  readonly #request: APIRequestContext;
  readonly #base: string;

  constructor(request: APIRequestContext, base: string) {
    this.#request = request;
    this.#base = base;
  }

  async order(lastname: string): Promise<Placed> {
    const session = await this.#get<Session>('/web/api/session');
    const headers = { Authorization: `Bearer ${session.token}`, 'X-CSRF-Token': session.csrfToken };
    const product = await this.#available(headers);
    const { wilaya, commune, offer } = await this.#destination();
    const form = {
      firstname: 'Essai',
      lastname,
      phone: freshPhone(),
      address: 'Rue des Oliviers',
      wilaya,
      commune,
      transporter: offer.id,
      deliveryType: offer.deliveryType,
      product: product.id,
      combination: product.defaultCombinationId,
      quantity: 1,
    };
    const answer = await this.#request.post(`${this.#base}/web/api/cart/checkout`, { headers, data: form });
    if (!answer.ok()) throw new Error(`checkout answered ${answer.status()}: ${await answer.text()}`);
    const placed = (await answer.json()) as { orderId: string; orderNumber: string; total: number };
    return {
      id: placed.orderId,
      number: placed.orderNumber,
      total: placed.total,
      transporter: { id: offer.id, name: offer.name },
    };
  }

  async #available(headers: Record<string, string>): Promise<Card> {
    const listing = await this.#get<{ products: Card[] }>('/web/public/api/new/products?size=200', headers);
    const product = listing.products.find(({ available }) => available);
    if (!product) throw new Error('the shop has nothing to sell');
    return product;
  }

  async #destination(): Promise<{ wilaya: string; commune: string; offer: Offer }> {
    const communes = await this.#get<{ id: string; deliverable: boolean }[]>(
      '/public/utilis/api/commune/wilaya/16',
    );
    const commune = communes.find(({ deliverable }) => deliverable);
    if (!commune) throw new Error('nothing is delivered to wilaya 16');
    const [offers] = await this.#get<Offer[][]>(`/public/utilis/api/transport/commune/${commune.id}`);
    const offer = offers?.find(({ deliveryType }) => deliveryType === 'home') ?? offers?.[0];
    if (!offer) throw new Error(`nobody delivers to commune ${commune.id}`);
    return { wilaya: '16', commune: commune.id, offer };
  }

  async #get<Answer>(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.#request.get(this.#base + path, { headers });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
}
