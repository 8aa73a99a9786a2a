/** What the list of posts asks for, as its address says it. */
import { type Filter, listSearch, text, textThat } from '../../recipe/list/search.ts';

export const STATES = ['published', 'planned', 'draft'] as const;
export type BlogPostState = (typeof STATES)[number];

const isState = (value: string): value is BlogPostState => STATES.some((state) => state === value);

export const blogPostList = listSearch(
  '/dashboard/api/blog-posts',
  { category: text(), state: textThat(isState) as Filter<BlogPostState> },
  ['title', 'changed'],
);

export type BlogPostSearch = ReturnType<typeof blogPostList.validate>;
