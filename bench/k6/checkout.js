// Open model: orders arrive at RATE a second, each from a new visitor with a session of its own that was opened before
// the measured time, each for one product of a range of products.
import { check } from "k6";
import exec from "k6/execution";
import http from "k6/http";
import { Trend } from "k6/metrics";

const rate = Number(__ENV.RATE);
const seconds = Number(__ENV.SECONDS);
const choice = JSON.parse(__ENV.CHOICE);
const BATCH = 50;
// The measured requests alone, without those that opened the sessions.
const duration = new Trend("checkout_duration", true);

export const options = {
  setupTimeout: "120s",
  // The load generator shares the machine with what it measures.
  systemTags: [],
  summaryTrendStats: ["avg", "p(50)", "p(95)", "p(99)", "max"],
  scenarios: {
    checkout: {
      executor: "constant-arrival-rate",
      rate,
      timeUnit: "1s",
      duration: `${seconds}s`,
      preAllocatedVUs: Number(__ENV.USERS),
      maxVUs: Number(__ENV.USERS),
    },
  },
  thresholds: { checks: ["rate>0.999"] },
};

export function setup() {
  const visitors = [];
  while (visitors.length < rate * seconds) {
    // A jar each: a shared one would make them one visitor.
    const batch = Array.from({ length: BATCH }, () => ["GET", `${__ENV.FRONT}/web/api/session`, null, { jar: new http.CookieJar() }]);
    visitors.push(...http.batch(batch).map((answer) => ({ token: answer.json("token"), csrf: answer.json("csrfToken") })));
  }
  return visitors;
}

export default function (visitors) {
  const number = exec.scenario.iterationInTest;
  const visitor = visitors[number];
  const item = choice.items[number % choice.items.length];
  const form = {
    firstname: "Amina",
    lastname: "Benali",
    phone: `07${String(Number(__ENV.PHONES) + number).padStart(8, "0")}`,
    wilaya: choice.wilaya,
    commune: choice.commune,
    transporter: choice.transporter,
    deliveryType: choice.deliveryType,
    address: "Cité 100 logements",
    product: item.product,
    combination: item.combination,
    quantity: 1,
  };
  const answer = http.post(`${__ENV.FRONT}/web/api/cart/checkout`, JSON.stringify(form), {
    headers: {
      "Content-Type": "application/json",
      Authorization: `Bearer ${visitor.token}`,
      "X-CSRF-Token": visitor.csrf,
      "Idempotency-Key": `bench-${__ENV.PHONES}-${number}`,
    },
  });
  duration.add(answer.timings.duration);
  check(answer, { "an order number": (r) => r.status < 300 && Boolean(r.json("orderNumber")) });
}
