/**
 * On the page that stands for one that no network brought (`services/gateway/src/pages/offline.rs`): shows the cart, which is in this
 * browser, and asks for the page again once the shop answers.
 */
function cart() {
  try {
    const lines = JSON.parse(localStorage.getItem('cart'));
    return Array.isArray(lines) ? lines.filter((line) => typeof line?.name === 'string') : [];
  } catch {
    return [];
  }
}

function row({ name, quantity, attributes }) {
  const item = document.createElement('li');
  const words = document.createElement('bdi');
  words.textContent = [name, ...Object.values(attributes ?? {})].join(' / ');
  item.append(`${quantity} × `, words);
  return item;
}

const kept = document.querySelector('#kept');
const lines = cart();
if (lines.length > 0) {
  kept.querySelector('ul').append(...lines.map(row));
  kept.hidden = false;
}

const SHORTEST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 30_000;
/** On a line that is dead an answer may never come, and nothing say so. */
const DEADLINE_MS = 10_000;
let pause = SHORTEST_PAUSE_MS;
let timer;
/** Ends the question that is under way. */
let asking;

async function isAnswered(question) {
  const over = setTimeout(() => question.abort(), DEADLINE_MS);
  try {
    const { signal } = question;
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal })).status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(over);
  }
}

/** A browser may take a dead line for a network: what counts is whether the shop answers. */
async function ask() {
  if (asking) return;
  clearTimeout(timer);
  if (!document.hidden) {
    const question = new AbortController();
    asking = question;
    const isBack = await isAnswered(question);
    if (asking !== question) return;
    asking = undefined;
    if (isBack) {
      location.reload();
      return;
    }
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
  timer = setTimeout(ask, pause);
}

timer = setTimeout(ask, pause);
addEventListener('online', () => {
  pause = SHORTEST_PAUSE_MS;
  // Sent into the line that was dead, it may never be answered.
  asking?.abort();
  asking = undefined;
  void ask();
});
document.addEventListener('visibilitychange', ask);
