/** A shopper without a browser: asks for prices and orders through the shop's own interface, as its pages do. */
import type { APIRequestContext, APIResponse } from 'playwright-core';
import { SHOP } from './browser.ts';

interface Placed {
  id: string;
  number: string;
}

interface Session {
  token: string;
  csrfToken: string;
}

interface Card {
  id: string;
  available: boolean;
  defaultCombinationId: string | null;
  packMode: string | null;
}

interface Offer {
  id: string;
  deliveryType: string;
}

/** A phone number that no other run has used, so that the cooldown of one order never meets the next. */
function freshPhone(): string {
  return `07${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
}

export class Shopper {
  readonly #request: APIRequestContext;
  #headers: Record<string, string> | undefined;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  async order(lastname: string): Promise<Placed> {
    const { id, defaultCombinationId } = await this.#available();
    const form = await this.#form(lastname, id, defaultCombinationId);
    const answer = await this.#checkout(form);
    if (!answer.ok()) throw new Error(`checkout answered ${answer.status()}: ${await answer.text()}`);
    const { orderId, orderNumber } = (await answer.json()) as { orderId: string; orderNumber: string };
    return { id: orderId, number: orderNumber };
  }

  /** What one piece costs with its delivery, from who will charge it: a total that nothing costs is refused with it. */
  async quote(product: string, combination: string | null): Promise<number> {
    const form = await this.#form('Devis', product, combination);
    const answer = await this.#checkout({ ...form, shownTotal: 0 });
    const { code, facts } = (await answer.json()) as { code?: string; facts?: { total: number } };
    if (code !== 'orders.price_changed' || !facts) throw new Error(`the quote answered ${answer.status()}`);
    return facts.total;
  }

  async #form(lastname: string, product: string, combination: string | null) {
    const { wilaya, commune, offer } = await this.#destination();
    return {
      firstname: 'Essai',
      lastname,
      phone: freshPhone(),
      address: 'Rue des Oliviers',
      wilaya,
      commune,
      transporter: offer.id,
      deliveryType: offer.deliveryType,
      product,
      combination,
      quantity: 1,
    };
  }

  async #checkout(data: object): Promise<APIResponse> {
    return this.#request.post(`${SHOP}/web/api/cart/checkout`, { headers: await this.#credentials(), data });
  }

  /** The same visitor in all that this shopper does. */
  async #credentials(): Promise<Record<string, string>> {
    if (!this.#headers) {
      const { token, csrfToken } = await this.#get<Session>('/web/api/session');
      this.#headers = { Authorization: `Bearer ${token}`, 'X-CSRF-Token': csrfToken };
    }
    return this.#headers;
  }

  async #available(): Promise<Card> {
    const headers = await this.#credentials();
    const listing = await this.#get<{ products: Card[] }>('/web/public/api/new/products?size=200', headers);
    // The oldest: what is new is another test's.
    const product = listing.products.findLast(
      ({ available, packMode }) => available && packMode !== 'flexible',
    );
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
    const answer = await this.#request.get(SHOP + path, { headers });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
}
