/** What a test has to change behind a shopper's back, done as a member of staff would: through the dashboard's API. */
import { SHOP } from '../browser.ts';

const LOGIN = { email: 'admin@souk.test', password: process.env.SOUK_DEMO_PASSWORD ?? 'souk-demo-2026' };

interface StaffProduct {
  readonly id: string;
  readonly version: number;
  readonly priceHt: number;
  readonly combinations: readonly { readonly id: string; readonly priceHt: number }[];
}

export class Staff {
  private readonly headers: Record<string, string>;

  private constructor(headers: Record<string, string>) {
    this.headers = headers;
  }

  static async signIn(): Promise<Staff> {
    const answer = await fetch(`${SHOP}/dashboard/api/session`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: SHOP },
      body: JSON.stringify(LOGIN),
    });
    if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
    const { csrfToken } = (await answer.json()) as { csrfToken: string };
    const cookie = answer.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    return new Staff({
      'Content-Type': 'application/json',
      Origin: SHOP,
      Cookie: cookie,
      'X-CSRF-Token': csrfToken,
    });
  }

  async product(id: string): Promise<StaffProduct> {
    const answer = await fetch(`${SHOP}/dashboard/api/products/${id}`, { headers: this.headers });
    if (!answer.ok) throw new Error(`product answered ${answer.status}`);
    return (await answer.json()) as StaffProduct;
  }

  /** Adds dinars to every price of a product; the product as it is then. */
  async raisePrices(id: string, by: number): Promise<void> {
    const { version, priceHt, combinations } = await this.product(id);
    const combinationPrices = combinations
      .filter((combination) => combination.priceHt > 0)
      .map((combination) => ({ id: combination.id, priceHt: combination.priceHt + by }));
    const answer = await fetch(`${SHOP}/dashboard/api/products/${id}`, {
      method: 'PATCH',
      headers: this.headers,
      body: JSON.stringify({ version, priceHt: priceHt + by, combinationPrices }),
    });
    if (!answer.ok) throw new Error(`price change answered ${answer.status}: ${await answer.text()}`);
  }
}
