// Closed model: so many users who each send the next of the listed requests as soon as the last was answered. Every answer is
// looked at: its status, and the words that it must hold.
import { check } from "k6";
import { SharedArray } from "k6/data";
import http from "k6/http";

const requests = new SharedArray("requests", () => JSON.parse(open(__ENV.REQUESTS)));
const common = JSON.parse(__ENV.HEADERS || "{}");

export const options = {
  // The load generator shares the machine with what it measures.
  systemTags: [],
  summaryTrendStats: ["avg", "p(50)", "p(95)", "p(99)", "max"],
  scenarios: {
    requests: { executor: "constant-vus", vus: Number(__ENV.USERS), duration: `${__ENV.SECONDS}s` },
  },
};

export default function () {
  const asked = requests[Math.floor(Math.random() * requests.length)];
  const answer = http.get(`${__ENV.FRONT}${asked.path}`, { headers: common });
  const right = answer.status === 200 && asked.holds.every((words) => answer.body.includes(words));
  if (!right && __ITER === 0) console.warn(`${asked.path}: ${answer.status}, without ${asked.holds}`);
  check(right, { right: (it) => it });
}
