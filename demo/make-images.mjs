// Cuts the demo shop's pictures out of products.svg with Chromium (CHROMIUM, when it is not Debian's): `node
// demo/make-images.mjs` after `npm ci` in web/. A name in data/*.json is a view of the drawing, or one of variants.json: a view with its hues turned and
// its labels changed.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../web/package.json"))("playwright-core");
const EDGE = 900;
const WIDE = { "hero-wide": [1900, 828], promo: [900, 620] };

const data = readdirSync(join(here, "data")).map((file) => readFileSync(join(here, "data", file), "utf8"));
const listed = data.flatMap((text) => JSON.parse(text)).flatMap((entry) => entry.images ?? entry.image ?? []);
const names = [...new Set([...listed, ...Object.keys(WIDE)])].sort();
const variants = JSON.parse(readFileSync(join(here, "variants.json"), "utf8"));
const drawing = readFileSync(join(here, "products.svg"), "utf8");

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
for (const name of names) {
  const { view, hue, texts } = variants[name] ?? { view: name, hue: 0, texts: {} };
  const box = drawing.match(new RegExp(`<view id="${view}" viewBox="([^"]+)"`))?.[1];
  if (!box) throw new Error(`products.svg has no view ${view}`);
  const [width, height] = WIDE[view] ?? [EDGE, EDGE];
  const labelled = Object.entries(texts).reduce((svg, [old, label]) => svg.replaceAll(`>${old}<`, `>${label}<`), drawing);
  const svg = labelled.replace(/viewBox="[^"]*"/, `viewBox="${box}" width="${width}" height="${height}"`);
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>*{margin:0}svg{display:block;filter:hue-rotate(${hue}deg)}</style>${svg}`);
  writeFileSync(join(here, "images", `${name}.jpg`), await page.screenshot({ type: "jpeg", quality: 82 }));
}
await browser.close();
process.stdout.write(`${names.length} pictures\n`);
