// Open model: requests arrive at RATE a second whether or not earlier ones were answered. One body is looked at; of the
// measured answers only the status is, because the machine's time is the shop's to use.
import { check, fail } from "k6";
import http from "k6/http";

export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ["avg", "p(50)", "p(95)", "p(99)", "max"],
  scenarios: {
    pages: {
      executor: "constant-arrival-rate",
      rate: Number(__ENV.RATE),
      timeUnit: "1s",
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: Number(__ENV.USERS),
      maxVUs: Number(__ENV.USERS),
    },
  },
  thresholds: { checks: ["rate>0.999"] },
};

const headers = { "Accept-Encoding": "br", "Accept-Language": "fr" };

export function setup() {
  const { status, body } = http.get(__ENV.URL, { headers, responseType: "text" });
  if (status !== 200 || !body.includes("</html>")) fail(`${status} instead of a page`);
}

export default function () {
  check(http.get(__ENV.URL, { headers }), { 200: (answer) => answer.status === 200 });
}
