import { Download } from 'lucide-react';
import type { QueryOf } from '@/api/paths.ts';
import type { paths } from '@/api/schema.gen.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { stringifySearch } from '../../search-params.ts';

type ExportPath = Extract<keyof paths, `${string}/export`>;

/** Where the gateway writes a list as a file, and whether it keeps the list's order. */
export type ListExport = {
  [P in ExportPath]: { path: P } & ('sort' extends keyof QueryOf<P>
    ? { isSorted: true }
    : { isSorted?: never });
}[ExportPath];

/** What a list shows, on all its pages: without the page, and in its order where the file has one. */
export function exportOf({ path, isSorted }: ListExport, search: object): string {
  const question = { ...search, page: undefined, size: undefined };
  return path + stringifySearch(isSorted ? question : { ...question, sort: undefined });
}

export function ExportLink({ href }: { href: string }) {
  return (
    <a className={buttonStyles.button} href={href} download>
      <Download className="icon" aria-hidden />
      {m.db_export()}
    </a>
  );
}
