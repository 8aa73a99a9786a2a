// What a shopper on a cheap phone waits for: opens pages of a running shop (SOUK_URL, default http://localhost:8080) with the
// processor slowed 4 times over slow 4G, and tells the medians of several runs: when something and when the largest thing is
// painted, what jumped, how long the page's thread worked before the first paint, and for how long altogether it left a tap waiting
// afterwards, beyond 50 ms in each task. Two shops, told apart by a comma in SOUK_URL, are asked in turn, so that a busy machine
// slows both alike.
//   node scripts/measure-paint.mjs [RUNS] [PATH ...]
import { chromium, devices } from 'playwright-core';

const SHOPS = (process.env.SOUK_URL ?? 'http://localhost:8080').split(',');
const [runs = '7', ...asked] = process.argv.slice(2);
const LISTING = '/catalog/category/parfums';
const PRODUCT = '/catalog/product/parfums/ambre-de-tassili';
const PATHS = asked.length > 0 ? asked : ['/', LISTING, PRODUCT].flatMap((path) => [path, `/ar${path}`]);
/** 1.6 Mbit/s, as browsers' own tools name it. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  for (const path of PATHS) {
    const seen = SHOPS.map(() => []);
    for (let run = 0; run < Number(runs); run++) {
      for (const [at, shop] of SHOPS.entries()) seen[at].push(await measured(shop + path));
    }
    for (const [at, shop] of SHOPS.entries()) {
      const median = (name) => middle(seen[at].map((one) => one[name]));
      const [first, largest, work, blocked] = ['first', 'largest', 'work', 'blocked'].map((name) =>
        Math.round(median(name)),
      );
      const jumps = Math.max(...seen[at].map(({ jumped }) => jumped)).toFixed(3);
      console.log(
        `${shop}${path}: first ${first} ms, largest ${largest} ms, jumped ${jumps}, work ${work} ms, blocked ${blocked} ms`,
      );
    }
  }
} finally {
  await browser.close();
}

function middle(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
}

async function measured(url) {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const phone = await context.newCDPSession(page);
  await phone.send('Network.enable');
  await phone.send('Network.emulateNetworkConditions', SLOW_4G);
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watch);
  const traced = await trace(phone);
  await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
  await page.waitForTimeout(2_000);
  const told = await page.evaluate(() => window.paints);
  const worked = workAround(await traced());
  await context.close();
  return { ...told, ...worked };
}

/** In the page. */
function watch() {
  window.paints = { first: 0, largest: 0, jumped: 0 };
  const see = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  see('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') window.paints.first = startTime;
  });
  see('largest-contentful-paint', ({ startTime }) => {
    window.paints.largest = startTime;
  });
  see('layout-shift', ({ value }) => {
    window.paints.jumped += value;
  });
}

async function trace(phone) {
  const events = [];
  phone.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading'];
  await phone.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  return async () => {
    const whole = new Promise((resolve) => phone.once('Tracing.tracingComplete', resolve));
    await phone.send('Tracing.end');
    await whole;
    return events;
  };
}

/** Milliseconds that the processor gave to the page's thread: what else the machine does meanwhile is not in them. */
function workAround(events) {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  const tasks = events.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid,
  );
  const sum = (some, of) => some.reduce((total, { tdur = 0 }) => total + of(tdur / 1000), 0);
  return {
    work: sum(
      tasks.filter(({ ts }) => ts < paint.ts),
      (task) => task,
    ),
    blocked: sum(
      tasks.filter(({ ts }) => ts >= paint.ts),
      (task) => Math.max(task - 50, 0),
    ),
  };
}
