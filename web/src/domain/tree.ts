/** A tree as a flat list, parents before their children, siblings in order: where a node goes by one step. Pure. */

export interface TreeNode {
  readonly id: string;
  /** None at the top. */
  readonly parentId?: string | null | undefined;
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** A place: under whom, and the how manieth among the children there, from 0. */
export interface Place {
  readonly parentId: string | null;
  readonly at: number;
}

/** How deep a node stands, from 1 at the top. */
export function levelOf(nodes: readonly TreeNode[], { parentId }: TreeNode): number {
  const parent = nodes.find(({ id }) => id === parentId);
  return parent ? levelOf(nodes, parent) + 1 : 1;
}

export function placeOf(nodes: readonly TreeNode[], { id, parentId = null }: TreeNode): Place {
  return { parentId, at: childrenOf(nodes, parentId).findIndex((child) => child.id === id) };
}

/**
 * Up and down among the siblings, into the sibling before it as its last child, out to behind its parent; `null` where
 * there is no such place.
 */
export function stepped(nodes: readonly TreeNode[], node: TreeNode, step: Step): Place | null {
  const { parentId, at } = placeOf(nodes, node);
  const siblings = childrenOf(nodes, parentId);
  if (step === 'up') return at > 0 ? { parentId, at: at - 1 } : null;
  if (step === 'down') return at < siblings.length - 1 ? { parentId, at: at + 1 } : null;
  if (step === 'in') {
    const host = siblings[at - 1];
    return host ? { parentId: host.id, at: childrenOf(nodes, host.id).length } : null;
  }
  const parent = nodes.find(({ id }) => id === parentId);
  if (!parent) return null;
  const place = placeOf(nodes, parent);
  return { ...place, at: place.at + 1 };
}

function childrenOf(nodes: readonly TreeNode[], parentId: string | null): readonly TreeNode[] {
  return nodes.filter((node) => (node.parentId ?? null) === parentId);
}
