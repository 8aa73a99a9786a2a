/** A turning ring beside words that already say what is going on. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
