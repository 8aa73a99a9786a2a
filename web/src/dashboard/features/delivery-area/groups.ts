/** Wilayas with their communes, and those of them that somebody looks for. */
import { folded } from '@/domain/folded.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly nameAr: string;
}

export interface Group<Wilaya extends Named = Named, Commune extends Named = Named> {
  wilaya: Wilaya;
  communes: readonly Commune[];
}

/** The wilayas in their order, each with what stands below it. */
export function grouped<Wilaya extends Named, Commune extends Named & { readonly wilayaId: string }>(
  wilayas: readonly Wilaya[],
  communes: readonly Commune[],
): Group<Wilaya, Commune>[] {
  return wilayas.map((wilaya) => ({
    wilaya,
    communes: communes.filter(({ wilayaId }) => wilayaId === wilaya.id),
  }));
}

/** A wilaya that is looked for has all its communes, any other one those that are. */
export function found<One extends Group>(groups: readonly One[], words: string): One[] {
  const wanted = folded(words);
  const matches = ({ id, name, nameAr }: Named) =>
    id.startsWith(wanted) || [name, nameAr].some((text) => folded(text).includes(wanted));
  return groups
    .map((group) => (matches(group.wilaya) ? group : { ...group, communes: group.communes.filter(matches) }))
    .filter(({ communes }) => communes.length > 0);
}
