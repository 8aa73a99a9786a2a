import * as buttonStyles from '@/ui/rich/button.module.css';

/** To the page that shoppers see of it. */
export function SeeInShop({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonStyles.button}>
      {children}
    </a>
  );
}
