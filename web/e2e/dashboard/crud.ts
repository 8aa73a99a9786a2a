/**
 * What the screens of every kind of record must do, once for all of them: a form that says what is missing, a record
 * that is made and found again, two who change it at once, and those who may not. What only one kind does is in its
 * own file.
 */
import { readFileSync } from 'node:fs';
import type { APIRequestContext, Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { paths } from '../../src/api/schema.gen.ts';
import type { DashboardRouter } from '../../src/dashboard/router.tsx';
import { SHOP } from '../browser.ts';
import { Desk, type FieldName, type FieldValue, type Word } from './desk.ts';

type Screen = keyof DashboardRouter['routesByPath'];

/** Lists of records that have a screen and an address of the interface each. */
export type RecordList = {
  [S in Screen]: `${S}/$id` extends Screen
    ? `/dashboard/api${S}/{id}` extends keyof paths
      ? S
      : never
    : never;
}[Screen];

type Role = 'admin' | 'sales' | 'warehouse' | 'payments' | 'content';

export interface Crud {
  screen: RecordList;
  /** Who changes it, who sees it, and to whom it is closed. */
  writer: Role;
  reader?: Role;
  stranger?: Role;
  /** What a new one is given, in this order; `name` is nobody else's. */
  fields: (name: string) => readonly (readonly [FieldName, FieldValue])[];
  /** Asked for where it is left out. */
  required: FieldName;
  /** A text that both people change. */
  both: FieldName;
  /** What one alone changes: its field, what is typed, and what it is shown as where that is not the same. */
  alone: readonly [FieldName, typed: string, shown?: string];
  /** What takes it away; without it, it stays. */
  remove?: Word;
  /** Where the list shows it; else by searching for its name. */
  foundAt?: string;
  /** Where a new one is not typed on a page of its own: opens what it is typed in, and sends that. */
  dialog?: { open: Word; send: Word };
}

const document: { paths: Record<string, Record<string, unknown>> } = JSON.parse(
  readFileSync(new URL('../../openapi/gateway.json', import.meta.url), 'utf8'),
);
const RECORD = /\/[0-9a-f-]{36}$/;
// A form of many fields, twice, with a browser each.
const PATIENCE_MS = 240_000;

export function crud(browser: () => Browser, spec: Crud): void {
  describe(`records of ${spec.screen}`, () => {
    it(
      'are made once nothing is missing, found by their name, and gone when taken away',
      async () => {
        const desk = await Desk.open(browser());
        await desk.signIn(spec.writer, `/admin${spec.screen}`);
        await expectRefusal(desk, spec);
        const name = await type(desk, spec);
        await send(desk, spec);
        await desk.expectSound();
        const address = new URL(desk.page.url()).pathname;
        await desk.goto(`/admin${spec.screen}${spec.foundAt ?? `?q=${encodeURIComponent(name)}`}`);
        await desk.page.getByRole('link', { name }).first().click();
        await desk.page.waitForURL(new RegExp(address));
        if (spec.remove) {
          await desk.confirm(desk.words[spec.remove]);
          await desk.page.waitForURL(new RegExp(`${spec.screen}$`));
          const gone = await desk.context.request.get(SHOP + ofInterface(address));
          expect(gone.status()).toBe(404);
        }
        await desk.close();
      },
      PATIENCE_MS,
    );

    it(
      'keep what two people change at once, and ask where both changed the same',
      async () => {
        const { desk: first, address } = await made(browser(), spec);
        const second = await Desk.open(browser());
        const { both, alone } = spec;
        const [other, typed, shown = typed] = alone;
        const [mine, theirs] = [`A ${Date.now()}`, `B ${Date.now()}`];
        await second.signIn(spec.writer, address);
        await second.fill(both, theirs);
        await second.fill(other, typed);
        await second.save();
        await first.fill(both, mine);
        await first.page.keyboard.press('Control+s');
        const told = first.page.getByRole('alert').filter({ hasText: first.words.db_conflict_title });
        await told.waitFor();
        await first.expectSound();
        await first.press(first.words.db_conflict_mine);
        await told.waitFor({ state: 'detached' });
        await first.save();
        await first.page.reload();
        await expect.poll(() => first.field(both).inputValue()).toBe(mine);
        expect(await first.field(other).inputValue()).toBe(shown);
        await first.close();
        await second.close();
      },
      PATIENCE_MS,
    );

    it(
      'are changed and seen by those alone whose role may',
      async () => {
        const { desk, address } = await made(browser(), spec);
        const read = await (await desk.context.request.get(SHOP + ofInterface(address))).json();
        await desk.close();
        if (spec.reader) {
          const reader = await Desk.open(browser());
          await reader.signIn(spec.reader, address);
          await reader.page.getByRole('heading', { level: 1 }).waitFor();
          for (const [field] of spec.fields('')) await expectClosed(reader, field);
          if (spec.remove) expect(await reader.page.getByText(reader.words[spec.remove]).count()).toBe(0);
          expect(await changeAnyway(reader.context.request, address, read)).toBe(403);
          await reader.close();
        }
        if (spec.stranger) {
          const stranger = await Desk.open(browser());
          await stranger.signIn(spec.stranger, address);
          await stranger.page.getByText(stranger.words.db_forbidden_title).waitFor();
          expect(await stranger.page.locator(`nav a[href="/admin${spec.screen}"]`).count()).toBe(0);
          const answer = await stranger.context.request.get(SHOP + ofInterface(address));
          expect(answer.status()).toBe(403);
          expect(await changeAnyway(stranger.context.request, address, read)).toBe(403);
          await stranger.close();
        }
      },
      PATIENCE_MS,
    );

    it(
      'say in Arabic what is missing',
      async () => {
        const desk = await Desk.open(browser(), { language: 'ar' });
        await desk.signIn(spec.writer, `/admin${spec.screen}`);
        await expectRefusal(desk, spec);
        expect(await desk.page.locator('html').getAttribute('dir')).toBe('rtl');
        await desk.close();
      },
      PATIENCE_MS,
    );
  });
}

/** The address of a page by its name. */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}

/** Saving an empty form marks what is missing and brings the cursor there; on a phone as well, all of it is sound. */
async function expectRefusal(desk: Desk, spec: Crud): Promise<void> {
  await open(desk, spec);
  const missing = desk.field(spec.required);
  await missing.waitFor();
  await submit(desk, spec);
  await expect.poll(() => missing.getAttribute('aria-invalid')).toBe('true');
  await expect
    .poll(() => missing.evaluate((control) => control === control.ownerDocument.activeElement))
    .toBe(true);
  for (const width of [412, 1280]) {
    await desk.page.setViewportSize({ width, height: 900 });
    await desk.expectSound();
  }
}

async function open(desk: Desk, { screen, dialog }: Crud): Promise<void> {
  if (dialog) await desk.press(desk.words[dialog.open]);
  else await desk.goto(`/admin${screen}/new`);
}

async function submit(desk: Desk, { dialog }: Crud): Promise<void> {
  if (!dialog) return desk.page.keyboard.press('Control+s');
  await desk.page.getByRole('dialog').getByRole('button', { name: desk.words[dialog.send] }).click();
}

async function type(desk: Desk, spec: Crud): Promise<string> {
  const name = `Essai ${Date.now()}`;
  for (const [field, value] of spec.fields(name)) await desk.fill(field, value);
  return name;
}

async function send(desk: Desk, spec: Crud): Promise<void> {
  await submit(desk, spec);
  await desk.page.waitForURL(RECORD);
}

/** A record of this test's own, on the screen of its writer, who hears nothing of others. */
async function made(browser: Browser, spec: Crud): Promise<{ desk: Desk; address: string }> {
  const desk = await Desk.open(browser);
  await desk.page.route('**/dashboard/api/live', (route) => route.abort());
  await desk.signIn(spec.writer, `/admin${spec.screen}`);
  await open(desk, spec);
  await type(desk, spec);
  await send(desk, spec);
  await desk.field(spec.both).waitFor();
  return { desk, address: new URL(desk.page.url()).pathname };
}

async function expectClosed(desk: Desk, field: FieldName): Promise<void> {
  const control = desk.field(field);
  for (const one of await control.all()) expect(await one.isDisabled()).toBe(true);
}

function ofInterface(address: string): string {
  return address.replace(/^\/admin/, '/dashboard/api');
}

/** Past the screen: what the interface answers to a change that is whole and of the newest version. */
async function changeAnyway(request: APIRequestContext, address: string, read: object): Promise<number> {
  const session = await (await request.get(`${SHOP}/dashboard/api/session`)).json();
  const of = document.paths[ofInterface(address).replace(RECORD, '/{id}')];
  const answer = await request.fetch(SHOP + ofInterface(address), {
    method: of?.put ? 'PUT' : 'PATCH',
    headers: { 'X-CSRF-Token': session.csrfToken },
    data: read,
  });
  return answer.status();
}
