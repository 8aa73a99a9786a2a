// Closed model: so many users who each send one of the listed requests as soon as the last was answered; with ONCE the next one
// that nobody sent yet, until all were sent. Every answer is looked at: its status, and the words that it must hold.
import { check } from "k6";
import exec from "k6/execution";
import { SharedArray } from "k6/data";
import http from "k6/http";

const requests = new SharedArray("requests", () => JSON.parse(open(__ENV.REQUESTS)));
const common = JSON.parse(__ENV.HEADERS || "{}");
const vus = Number(__ENV.USERS);
const duration = `${__ENV.SECONDS}s`;

export const options = {
  // The load generator shares the machine with what it measures.
  systemTags: [],
  summaryTrendStats: ["avg", "p(50)", "p(95)", "p(99)", "max"],
  scenarios: {
    requests: __ENV.ONCE
      ? { executor: "shared-iterations", vus, iterations: requests.length, maxDuration: duration }
      : { executor: "constant-vus", vus, duration },
  },
};

export default function () {
  const number = __ENV.ONCE ? exec.scenario.iterationInTest : Math.floor(Math.random() * requests.length);
  const asked = requests[number];
  const answer = http.get(`${__ENV.FRONT}${asked.path}`, { headers: common });
  const right = answer.status === 200 && asked.holds.every((words) => answer.body.includes(words));
  if (!right && __ITER === 0) console.warn(`${asked.path}: ${answer.status}, without ${asked.holds}`);
  check(right, { right: (it) => it });
}
