/**
 * On the page that stands for one that no network brought (`services/gateway/src/pages/offline.rs`): shows the cart, which is in this
 * browser, and asks for the page again once there is a network.
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
addEventListener('online', () => location.reload());
