/** What staff do beside the main job. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, SHOP } from '../browser.ts';
import { Shopper } from '../shopper.ts';
import { Desk } from './desk.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe('the door', () => {
  it('refuses a wrong password in words and lets nothing through', async () => {
    const desk = await Desk.open(browser);
    await desk.visit('/admin/orders');
    await desk.page.locator('input[type=email]').fill('admin@souk.test');
    await desk.page.locator('input[type=password]').fill('not-the-password');
    await desk.press('Se connecter');
    await desk.page.getByText('E-mail, mot de passe ou code incorrect.').waitFor();
    await desk.expectSound();
    await desk.close();
  });

  it('closes behind who signs out', async () => {
    const desk = await Desk.open(browser);
    await desk.signIn('sales', '/admin/orders');
    await desk.press(/^Mon compte/);
    await desk.page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await desk.page.locator('input[type=email]').waitFor();
    const answer = await desk.context.request.get(`${SHOP}/dashboard/api/orders`);
    expect(answer.status()).toBe(401);
    await desk.close();
  });

  it('shows each role its own work, and says so where an address leads elsewhere', async () => {
    const desk = await Desk.open(browser);
    await desk.signIn('payments');
    const links = await desk.page.locator('.shell_side nav a').allInnerTexts();
    expect(links.map((text) => text.split('\n')[0])).toEqual([
      'Accueil',
      'Commandes',
      'Clients',
      'Transporteurs',
      'Zones desservies',
      'Paiements reçus',
    ]);
    await desk.goto('/admin/products');
    await desk.page.getByText('Cette page n’est pas ouverte à votre rôle').waitFor();
    await desk.expectSound();
    await desk.close();
  });

  it('asks for the password over the page when the session has ended, and goes on', async () => {
    const desk = await Desk.open(browser);
    await desk.signIn('sales', '/admin/orders');
    const { page } = desk;
    await page.locator('tbody .table_rowLink').first().click();
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Rappeler après 16 h');
    await desk.context.clearCookies();
    await desk.press('Ajouter');
    const dialog = page.getByRole('dialog', { name: 'Votre session a pris fin' });
    await dialog.waitFor();
    await dialog.locator('input[type=password]').fill('souk-demo-2026');
    await dialog.getByRole('button', { name: 'Se connecter' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.timeline').getByText('Rappeler après 16 h').first().waitFor();
    await desk.close();
  });
});

describe('an account', () => {
  it('is made by the administrator, opened with a password of one’s own, and switched off', async () => {
    const [admin, person] = [await Desk.open(browser), await Desk.open(browser)];
    const email = `${freshName().toLowerCase()}@souk.test`;
    await admin.signIn('admin', '/admin/employees');
    await admin.press('Ajouter une personne');
    const dialog = admin.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Créer le compte' }).click();
    await dialog.getByText('Choisissez au moins un rôle.').waitFor();
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Nom').fill('Lina T.');
    await dialog.getByLabel('Ventes').check();
    await admin.expectSound();
    await dialog.getByRole('button', { name: 'Créer le compte' }).click();
    const given = await dialog.locator('.secret code').innerText();
    await dialog.getByRole('button', { name: 'C’est noté' }).click();

    const { page } = person;
    await person.visit('/admin/orders');
    await page.locator('input[type=email]').fill(email);
    await page.locator('input[type=password]').fill(given);
    await person.press('Se connecter');
    await page.getByLabel('Mot de passe actuel').fill(given);
    await page.getByLabel('Nouveau mot de passe').fill('une phrase à moi');
    await page.getByLabel('Encore une fois').fill('une phrase à moi');
    await person.expectSound();
    await person.press('Choisir ce mot de passe');
    await page.getByRole('heading', { level: 1, name: 'Commandes' }).waitFor();

    await admin.page.getByRole('searchbox').fill(email);
    await expect.poll(() => admin.page.locator('tbody tr').count()).toBe(1);
    await admin.page.locator('tbody .table_rowLink').click();
    await admin.press('Désactiver le compte…');
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Désactiver le compte…' }).click();
    await admin.page.locator('.heads_pageHead').getByText('Désactivé').waitFor();
    const answer = await person.context.request.get(`${SHOP}/dashboard/api/session`);
    expect(answer.status()).toBe(401);
    await admin.goto('/admin/journal?action=staff.account_changed');
    await admin.page
      .getByRole('row', { name: /Lina T/ })
      .first()
      .getByRole('button')
      .click();
    await admin.page.getByRole('dialog').getByText('"active": false').waitFor();
    await admin.expectSound();
    await admin.close();
    await person.close();
  });
});

/** A name that no other run has used; names have no digits. */
function freshName(): string {
  const letters = [...String(Date.now() % 100_000_000)].map((digit) => 'abcdefghij'[Number(digit)]);
  return `Lot${letters.join('')}`;
}

/** Each from a visitor of its own: one visitor waits 100 seconds between two orders. */
async function orderOfAnother(name: string) {
  const context = await browser.newContext();
  const placed = await new Shopper(context.request).order(name);
  await context.close();
  return placed;
}

describe('beside the main job', () => {
  it('shows the newer state when two confirm one order', async () => {
    const [first, second] = [await Desk.open(browser), await Desk.open(browser)];
    const placed = await new Shopper(first.context.request).order('Concurrence');
    // The second screen hears nothing, as on a bad line.
    await second.page.route('**/dashboard/api/live', (route) => route.abort());
    await first.signIn('sales', `/admin/orders/${placed.id}`);
    await second.signIn('admin', `/admin/orders/${placed.id}`);
    await second.reached('placed');
    await first.press('Confirmer la commande');
    await first.reached('confirmed');
    await second.press(/Annuler la commande/);
    await second.page.getByLabel('Motif').selectOption({ index: 1 });
    await second.page.getByRole('dialog').getByRole('button', { name: 'Annuler la commande' }).press('Enter');
    await second.page.getByRole('alert').getByText('Quelqu’un d’autre a modifié cette commande').waitFor();
    await second.reached('confirmed');
    await first.close();
    await second.close();
  });

  it('finds an order by its number, in the list and from anywhere', async () => {
    const desk = await Desk.open(browser);
    const { page } = desk;
    await desk.signIn('sales', '/admin/orders');
    const number = await page.locator('tbody .table_rowLink').first().innerText();
    await page.getByRole('searchbox', { name: 'N°, nom ou téléphone' }).fill(number);
    await page.waitForURL(new RegExp(`q=${number}`));
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.locator('tbody .table_rowLink').first().click();
    await page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor();
    // Back finds the list as it was left.
    await page.goBack();
    await page.getByRole('searchbox', { name: 'N°, nom ou téléphone' }).waitFor();
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(number);
    await page.getByRole('option').filter({ hasText: number }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor();
    await desk.expectSound();
    await desk.close();
  });

  it('moves many orders at once, by the keyboard alone', async () => {
    const desk = await Desk.open(browser);
    const { page } = desk;
    const name = freshName();
    const orders = [await orderOfAnother(name), await orderOfAnother(name)];
    await desk.signIn('admin');
    for (const { id } of orders) {
      await desk.goto(`/admin/orders/${id}`);
      await desk.press('Confirmer la commande');
      await desk.reached('confirmed');
    }
    await desk.goto(`/admin/orders?status=confirmed&q=${name}`);
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Actions groupées' });
    await bar.getByText('2 cochées').waitFor();
    await desk.expectSound();
    await bar.getByRole('button', { name: 'Préparer 2' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Valider' }).press('Enter');
    await page.getByText('2 commandes : En préparation').waitFor();
    await desk.goto(`/admin/orders?status=preparing&q=${name}`);
    for (const { number } of orders) await page.getByRole('link', { name: number }).first().waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Raccourcis clavier' }).waitFor();
    await desk.expectSound();
    await desk.close();
  });

  it('changes a price and the sale from the list', async () => {
    const desk = await Desk.open(browser);
    const { page } = desk;
    await desk.signIn('content', '/admin/products?sort=name');
    const row = page.locator('tbody tr').first();
    const before = await row.locator('.price-cell_editPrice .money').innerText();
    await row.locator('.price-cell_editPrice').click();
    const field = row.getByRole('textbox');
    const price = (await field.inputValue()).replace(/\s/g, '').replace(',', '.');
    await field.fill(String(Number(price) + 10).replace('.', ','));
    await field.press('Enter');
    await page
      .getByText(/ enregistré$/)
      .first()
      .waitFor();
    await expect.poll(() => row.locator('.price-cell_editPrice .money').innerText()).not.toBe(before);
    const sale = row.getByRole('switch');
    await sale.click();
    await expect.poll(() => sale.getAttribute('aria-checked')).toBe('false');
    // Off the shelf by mistake: the flash message takes it back.
    const flash = page.locator('[data-sonner-toast]').filter({ hasText: 'retiré de la vente' });
    await flash.getByRole('button', { name: 'Annuler' }).click();
    await expect.poll(() => sale.getAttribute('aria-checked')).toBe('true');
    await desk.close();
  });

  it('adds stock and shows the movement', async () => {
    const desk = await Desk.open(browser);
    const { page } = desk;
    await desk.signIn('admin', '/admin/stock');
    const row = page.locator('tbody tr').first();
    const onHand = Number((await row.locator('td').nth(1).innerText()).replace(/\D/g, ''));
    await row.getByRole('button', { name: /^Ajouter du stock/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Ajouter du stock' }).click();
    await dialog.getByText('Un nombre entier de 1 à 1 000 000.').waitFor();
    await dialog.getByLabel('Quantité à ajouter').fill('3');
    await dialog.getByLabel('Motif').fill('Bon 221');
    await desk.expectSound();
    await dialog.getByRole('button', { name: 'Ajouter du stock' }).click();
    await page.getByText('Stocks mis à jour').waitFor();
    await expect
      .poll(async () => Number((await row.locator('td').nth(1).innerText()).replace(/\D/g, '')))
      .toBe(onHand + 3);
    await row.getByRole('button', { name: /^Mouvements/ }).click();
    await page.getByRole('dialog').getByText('Bon 221').first().waitFor();
    await desk.close();
  });
});
