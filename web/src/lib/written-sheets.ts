/**
 * The sheets that stand in the page's text (`services/gateway/src/web_app/sheets.rs`) count as loaded for what imports their screens,
 * which looks for a link: one that is switched off says where a sheet would come from, and nobody fetches it.
 */
export function claimWrittenSheets(): void {
  for (const { dataset, sheet } of document.querySelectorAll<HTMLStyleElement>('style[data-sheet]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    // One that was changed on its way is refused by the page's policy: it is fetched.
    if (sheet !== null) link.setAttribute('disabled', '');
    link.href = dataset.sheet ?? '';
    document.head.append(link);
  }
}
