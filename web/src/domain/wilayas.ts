/**
 * The wilayas of 2019 (49 to 58) and of 2026 (59 to 69), each with the one that it was made of: carriers whose lists have 48 or 58
 * know that one alone.
 */
export const FORMER_WILAYAS: ReadonlyMap<string, string> = new Map([
  ['49', '01'],
  ['50', '01'],
  ['51', '07'],
  ['52', '08'],
  ['53', '11'],
  ['54', '11'],
  ['55', '30'],
  ['56', '33'],
  ['57', '39'],
  ['58', '47'],
  ['59', '03'],
  ['60', '05'],
  ['61', '07'],
  ['62', '12'],
  ['63', '13'],
  ['64', '14'],
  ['65', '17'],
  ['66', '17'],
  ['67', '26'],
  ['68', '28'],
  ['69', '32'],
]);

/** The wilayas that were made of one. */
export function madeOf(wilayaId: string): string[] {
  return [...FORMER_WILAYAS].flatMap(([id, former]) => (former === wilayaId ? [id] : []));
}
