// Open model: requests arrive at RATE a second whether or not earlier ones were answered. Each answer is checked.
import { check } from "k6";
import http from "k6/http";

export const options = {
  discardResponseBodies: false,
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

const params = { headers: { "Accept-Encoding": "br", "Accept-Language": "fr" }, responseType: "binary" };

export default function () {
  const answer = http.get(__ENV.URL, params);
  check(answer, { "200 with a body": (r) => r.status === 200 && r.body.byteLength > 1000 });
}
