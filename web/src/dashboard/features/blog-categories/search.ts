/** What the list of the blog's categories asks for, as its address says it. */
import { listSearch } from '../../recipe/list/search.ts';

export const blogCategoryList = listSearch('/dashboard/api/blog-categories', {}, ['name', 'posts']);

export type BlogCategorySearch = ReturnType<typeof blogCategoryList.validate>;
