/** From a feature to the data sheet that shoppers read and the filter that they tick. */
import { expect, it } from 'vitest';
import { browserOfFile, SHOP } from '../browser.ts';
import { Visit } from '../visit.ts';
import { crud } from './crud.ts';
import { Desk } from './desk.ts';

const browser = browserOfFile();

crud(browser, {
  screen: '/features',
  writer: 'content',
  reader: 'sales',
  stranger: 'payments',
  fields: (name) => [[['db_feature_name', 'fr'], name]],
  required: ['db_feature_name', 'fr'],
  both: ['db_feature_name', 'ar'],
  alone: ['db_feature_position', '7'],
  remove: 'db_feature_delete',
});

async function makeFeature(
  { page }: Desk,
  name: string,
  input: string,
  more = async () => {},
): Promise<void> {
  await page.goto(`${SHOP}/admin/features/new`);
  await page.getByRole('group', { name: 'Nom' }).getByLabel('Français', { exact: true }).fill(name);
  await page.getByRole('radio', { name: input, exact: true }).check();
  await more();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/features\/[0-9a-f-]{36}/);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

async function makeProduct({ page }: Desk, name: string): Promise<string> {
  await page.goto(`${SHOP}/admin/products/new`);
  await page.getByLabel('Nom, Français').fill(name);
  await page.getByLabel('Catégorie', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Prix HT', { exact: true }).fill('1000');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/products\/[0-9a-f-]{36}/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

interface Staffed {
  version: number;
  slug: string;
  features: { words: { fr: string }; value: object }[];
}

it('describes a product by features of each kind, which shoppers read and filter by', async () => {
  const desk = await Desk.open(browser());
  const { page } = desk;
  const mark = Date.now();
  await desk.signIn('admin', '/admin/features');
  await desk.expectSound();
  await makeFeature(desk, `Col ${mark}`, 'Choix', async () => {
    for (const [at, option] of ['Rond', 'En V'].entries()) {
      await page.getByRole('button', { name: 'Ajouter une valeur' }).press('Enter');
      await page.getByLabel(`Valeur ${at + 1}, français`).fill(option);
    }
    await page.getByLabel('Valeur 2, arabe').fill('على شكل V');
    await desk.expectSound();
  });
  await makeFeature(desk, `Longueur ${mark}`, 'Nombre', async () => {
    const unit = page.getByRole('group', { name: 'Unité' });
    await unit.getByLabel('Français', { exact: true }).fill('cm');
    await unit.getByLabel('العربية').fill('سم');
  });
  await makeFeature(desk, `Doublé ${mark}`, 'Oui ou non');
  await makeFeature(desk, `Entretien ${mark}`, 'Texte');

  const id = await makeProduct(desk, `Robe ${mark}`);
  const add = async (feature: string) => {
    await page.getByLabel('Ajouter une caractéristique').selectOption({ label: feature });
    await page.getByRole('button', { name: `Ajouter ${feature}` }).click();
  };
  await add(`Longueur ${mark}`);
  await page.keyboard.press('Control+s');
  await page.getByText('Une caractéristique n’a pas de valeur.').first().waitFor();
  await page.getByLabel(`Longueur ${mark}`, { exact: true }).fill('92,5');
  await add(`Col ${mark}`);
  await page.getByLabel(`Col ${mark}`, { exact: true }).selectOption({ label: 'En V' });
  await add(`Doublé ${mark}`);
  await page.getByLabel(`Doublé ${mark}`, { exact: true }).selectOption({ label: 'Non' });
  await add(`Entretien ${mark}`);
  const care = page.getByRole('group', { name: `Entretien ${mark}` });
  await care.getByLabel('Français', { exact: true }).fill('À la main');
  await desk.expectSound();
  await page.getByRole('switch', { name: 'En vente dans la boutique' }).click();
  await page.keyboard.press('Control+s');
  const saved = async (): Promise<Staffed> =>
    (await desk.context.request.get(`${SHOP}/dashboard/api/products/${id}`)).json();
  const lines = async () => (await saved()).features.map(({ words }) => words.fr);
  await expect.poll(lines).toEqual(['En V', '92,5 cm', 'Non', 'À la main']);
  const chosen = async () => (await saved()).features.filter(({ value }) => 'optionId' in value).length;

  const list = await desk.context.request.get(`${SHOP}/dashboard/api/products?q=Robe%20${mark}`);
  const [{ link }] = (await list.json()).products;
  for (const [language, words] of [
    ['fr', ['En V', '92,5 cm', 'Non', 'À la main']],
    ['ar', ['على شكل V', '92,5 سم', 'لا', 'À la main']],
  ] as const) {
    const visit = await Visit.open(browser(), language, language === 'ar' ? 412 : 1280);
    const read = async () => {
      await visit.goto(link);
      return visit.page.locator('.details_sheet').first().locator('dd').allTextContents();
    };
    await expect.poll(read, { timeout: 15_000 }).toEqual(words);
    await visit.expectSound();
    const filter = `features.longueur-${mark}=92%2C5%20cm`;
    await visit.goto(`/new?${filter}`);
    await visit.page
      .getByRole('link', { name: `Robe ${mark}` })
      .first()
      .waitFor();
    await visit.close();
  }

  await desk.goto('/admin/features');
  await page.getByRole('link', { name: `Col ${mark}` }).click();
  await desk.confirm('Supprimer…');
  await page.getByRole('dialog').getByText('Des fiches produits ont encore ces valeurs.').waitFor();
  await desk.expectSound();
  await page.keyboard.press('Escape');
  // Beneath a dialog nothing is saved.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Valeur 2, français').fill('En pointe');
  await page.keyboard.press('Control+s');
  await expect.poll(lines, { timeout: 15_000 }).toContain('En pointe');

  await desk.goto('/admin/features');
  await page.getByRole('link', { name: `Entretien ${mark}` }).click();
  await page.getByRole('button', { name: 'Changer le type de valeur…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Ne peuvent pas être reprises : 1.').waitFor();
  await dialog.getByRole('radio', { name: 'Choix', exact: true }).check();
  await dialog.getByText('Valeurs gardées : 1 sur 1').waitFor();
  await desk.expectSound();
  await dialog.getByRole('button', { name: 'Changer le type', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByLabel('Valeur 1, français').inputValue()).toBe('À la main');
  await expect.poll(chosen, { timeout: 15_000 }).toBe(2);
  // Off the shelf again: it is no other test's.
  await desk.goto(`/admin/products/${id}`);
  await page.getByRole('button', { name: `Retirer Doublé ${mark}` }).click();
  await page.getByRole('switch', { name: 'En vente dans la boutique' }).click();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await desk.context.request.get(SHOP + link)).status()).toBe(404);
  expect(await lines()).toEqual(['En pointe', '92,5 cm', 'À la main']);
  await desk.close();
});

it('shows features and a data sheet on a phone and in Arabic', async () => {
  for (const seat of [{ width: 412 }, { language: 'ar', width: 412 }, { language: 'ar' }] as const) {
    const desk = await Desk.open(browser(), seat);
    await desk.signIn('content', '/admin/features');
    await desk.page.locator('tbody tr').first().waitFor();
    await desk.expectSound();
    const list = await desk.context.request.get(`${SHOP}/dashboard/api/products?q=Ambre%20de%20Tassili`);
    const [{ id }] = (await list.json()).products;
    await desk.goto(`/admin/products/${id}`);
    await desk.page.locator('.sheet-section_sheetRow').first().waitFor();
    await desk.expectSound();
    await desk.close();
  }
});
