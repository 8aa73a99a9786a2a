/** A transporter from its name to the price that a shopper is asked. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { crud } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/transporters',
  writer: 'admin',
  reader: 'sales',
  stranger: 'content',
  dialog: { open: 'db_transporter_new', send: 'db_transporter_create' },
  fields: (name) => [['db_transporter_name', name]],
  required: 'db_transporter_name',
  both: 'db_transporter_name',
  alone: [/^58 .*, À domicile$/, '450', '450,00'],
});

/** Where no other test orders. */
const WILAYA = '58';

it('asks shoppers for a changed price at once', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const { request } = desk.context;
  const name = `Express ${Date.now()}`;
  await desk.signIn('admin', '/admin/transporters');
  await desk.press('Nouveau transporteur');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nom').fill(name);
  await dialog.getByRole('button', { name: 'Créer' }).click();
  await page.waitForURL(/transporters\/[0-9a-f-]{36}/);
  const cell = page.getByLabel(new RegExp(`^${WILAYA} .*, À domicile$`));
  await cell.waitFor();
  await desk.expectSound();

  const [commune] = await (await request.get(`${SHOP}/public/utilis/api/commune/wilaya/${WILAYA}`)).json();
  const asked = async () => {
    const answer = await request.get(`${SHOP}/public/utilis/api/transport/commune/${commune.id}`);
    const [offers] = (await answer.json()) as { name: string; price: number }[][];
    return offers?.find((offer) => offer.name === name)?.price;
  };
  for (const price of ['450', '475,5']) {
    await cell.fill(price);
    await page.keyboard.press('Control+s');
    await expect.poll(asked).toBe(Number(price.replace(',', '.')));
  }
  await page.getByRole('switch', { name: 'Proposé aux clients' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(asked).toBeUndefined();
  await desk.close();
});

it('offers shoppers no commune that staff closed', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const { request } = desk.context;
  const address = `${SHOP}/public/utilis/api/commune/wilaya/${WILAYA}`;
  const communes = async () => (await (await request.get(address)).json()) as Commune[];
  const [commune] = await communes();
  if (!commune) throw new Error('no commune');
  await desk.signIn('admin', '/admin/delivery-area');
  await page.getByLabel('Wilaya ou commune', { exact: true }).fill(commune.id);
  const box = page.getByRole('checkbox', { name: commune.name, exact: true });
  await box.waitFor();
  await desk.expectSound();
  const offered = async () => (await communes()).find(({ id }) => id === commune.id)?.deliverable;
  for (const isOpen of [false, true]) {
    await box.setChecked(isOpen);
    await page.keyboard.press('Control+s');
    await expect.poll(offered).toBe(isOpen);
  }
  await desk.close();
});

interface Commune {
  id: string;
  name: string;
  deliverable: boolean;
}
