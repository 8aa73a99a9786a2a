/** Names the browser's tab after the screen; React moves it to the head. */
export function PageTitle({ children }: { children: string }) {
  return <title>{`${children} · Souk`}</title>;
}
