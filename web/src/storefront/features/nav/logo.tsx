/** The arch: the signature shape of a shop without a logo of its own. */
export function Logo() {
  return (
    <svg viewBox="0 0 26 30" aria-hidden="true">
      <path d="M1 30V13C1 5.8 6.4 0 13 0s12 5.8 12 13v17z" fill="var(--primary-fill)" />
      <path
        d="M8.5 30V19.6C7.4 18.4 6.8 16.9 6.8 15.2 6.8 11.5 9.6 8.6 13 8.6s6.2 2.9 6.2 6.6c0 1.7-.6 3.2-1.7 4.4V30z"
        fill="var(--bg)"
      />
    </svg>
  );
}
