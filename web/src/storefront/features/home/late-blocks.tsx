/** The blocks that few home pages have, in one file that those fetch alone. */
import type { HomeBlock } from '@/api/types.ts';
import { BlogBlock, type OfBlog } from './blog.tsx';
import { BrandLines } from './brand-lines.tsx';

export type OfLate = OfBlog | Extract<HomeBlock, { type: 'brand_lines_carousel' }>;

export function LateBlock({ block }: { readonly block: OfLate }) {
  return block.type === 'brand_lines_carousel' ? <BrandLines block={block} /> : <BlogBlock block={block} />;
}
