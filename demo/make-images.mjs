// Cuts the demo shop's pictures out of products.svg, and its brands' logos out of logos.svg, with Chromium (CHROMIUM, when it is not Debian's), after `npm ci`
// in web/: `node demo/make-images.mjs [name ...]`, without names all of them. A name in data/*.json is a view of the
// drawing, or one of variants.json: a view with its hues turned, its labels changed, or parts of it (gradients by id,
// plain colours) in another colour.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const { chromium } = createRequire(join(here, "../web/package.json"))("playwright-core");
const EDGE = 900;
const WIDE = { "hero-wide": [1900, 828], promo: [900, 620] };
const LOGO = [960, 320];

const data = readdirSync(join(here, "data")).map((file) => readFileSync(join(here, "data", file), "utf8"));
const pictures = (entry) => [entry.images ?? entry.image ?? entry.logo ?? [], ...(entry.combinations ?? []).map(pictures)].flat();
const listed = data.flatMap((text) => JSON.parse(text)).flatMap(pictures);
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : [...new Set([...listed, ...Object.keys(WIDE)])].sort();
const variants = JSON.parse(readFileSync(join(here, "variants.json"), "utf8"));
const [drawing, logos] = ["products.svg", "logos.svg"].map((file) => readFileSync(join(here, file), "utf8"));
// Drawn by whoever has no Cairo too.
const letters = readFileSync(join(here, "../web/node_modules/@fontsource-variable/cairo/files/cairo-latin-wght-normal.woff2"));
const font = `@font-face{font-family:Cairo;font-weight:200 1000;src:url(data:font/woff2;base64,${letters.toString("base64")})}`;

const channels = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** The colour `to`, as much lighter or darker as `shade` is than `from`. */
function shadeOf(shade, from, to) {
  const [light, base] = [shade, from].map((color) => channels(color).reduce((sum, value) => sum + value, 0) / 3);
  const change = light <= base ? light / base - 1 : (light - base) / (255 - base);
  const changed = channels(to).map((value) => value + change * (change < 0 ? value : 255 - value));
  return `#${changed.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

function tinted(svg, { parts, from, to }) {
  const shaded = (text) => text.replace(/#[0-9a-f]{6}/g, (shade) => shadeOf(shade, from, to));
  return parts.reduce((drawn, part) => {
    if (part.startsWith("#")) return drawn.replaceAll(`"${part}"`, `"${shaded(part)}"`);
    return drawn.replace(new RegExp(`id="${part}".*?</linearGradient>`), shaded);
  }, svg);
}

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage();
for (const name of names) {
  const { view = name, hue = 0, texts = {}, tints = [] } = variants[name] ?? {};
  const isLogo = view.startsWith("logo-");
  const source = isLogo ? logos : drawing;
  const box = source.match(new RegExp(`<view id="${view}" viewBox="([^"]+)"`))?.[1];
  if (!box) throw new Error(`no drawing has a view ${view}`);
  const [width, height] = isLogo ? LOGO : (WIDE[view] ?? [EDGE, EDGE]);
  const labelled = Object.entries(texts).reduce((svg, [old, label]) => svg.replaceAll(`>${old}<`, `>${label}<`), source);
  const svg = tints.reduce(tinted, labelled).replace(/viewBox="[^"]*"/, `viewBox="${box}" width="${width}" height="${height}"`);
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>${isLogo ? font : ""}*{margin:0}svg{display:block;filter:hue-rotate(${hue}deg)}</style>${svg}`);
  await page.evaluate(() => document.fonts.ready);
  const quality = isLogo ? 92 : 82;
  writeFileSync(join(here, "images", `${name}.jpg`), await page.screenshot({ type: "jpeg", quality }));
}
await browser.close();
process.stdout.write(`${names.length} pictures\n`);
