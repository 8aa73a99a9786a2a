import { expect, it } from 'vitest';
import { levelOf, type Step, stepped, type TreeNode } from './tree.ts';

const NODES: readonly TreeNode[] = [
  { id: 'a', parentId: null },
  { id: 'a1', parentId: 'a' },
  { id: 'a2', parentId: 'a' },
  { id: 'b', parentId: null },
];
const node = (id: string) => NODES.find((one) => one.id === id) as TreeNode;

it.each<[string, Step, string | null, number]>([
  ['a', 'down', null, 1],
  ['b', 'up', null, 0],
  ['b', 'in', 'a', 2],
  ['a2', 'up', 'a', 0],
  ['a2', 'in', 'a1', 0],
  ['a1', 'out', null, 1],
])('moves %s %s', (id, step, parentId, at) => {
  expect(stepped(NODES, node(id), step)).toEqual({ parentId, at });
});

it('stays where there is no such place', () => {
  expect([stepped(NODES, node('a'), 'up'), stepped(NODES, node('a'), 'in')]).toEqual([null, null]);
  expect([stepped(NODES, node('b'), 'down'), stepped(NODES, node('b'), 'out')]).toEqual([null, null]);
});

it('stands as deep as its parents are many', () => {
  expect(NODES.map((one) => levelOf(NODES, one))).toEqual([1, 2, 2, 1]);
});
