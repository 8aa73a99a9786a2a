import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';

/** `5 pièces`. */
export function piecesInWords(pieces: number): string {
  return m.db_receipt_pieces({ n: count(pieces), count: pieces });
}
