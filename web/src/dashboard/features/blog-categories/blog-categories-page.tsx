import { Link } from '@tanstack/react-router';
import { FolderTree } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import type { BlogCategory } from '../../data/types.ts';
import { Thumb } from '../../parts/thumb.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { blogCategoriesQuery } from './queries.ts';
import { blogCategoryList } from './search.ts';

const SORT = pickOne<'name' | 'posts'>({
  label: m.db_blog_categories_sort,
  all: m.db_blog_categories_sort_default,
  useChoices: () => [
    { value: 'name', label: m.db_blog_categories_sort_name() },
    { value: 'posts', label: m.db_blog_categories_sort_posts() },
  ],
});

/** The categories of the blog in the order that shoppers see them. */
export function BlogCategoriesPage() {
  const list = useList(blogCategoryList, blogCategoriesQuery);
  return (
    <ListPage
      list={list}
      rows={({ categories }) => categories}
      columns={columns()}
      looks={{}}
      words={m.db_blog_categories_search()}
      sort={SORT}
      create={{ to: '/blog-categories/new', label: m.db_category_new() }}
      empty={{ icon: FolderTree, title: m.db_blog_categories_empty() }}
      none={{ title: m.db_blog_categories_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<BlogCategory, 'name' | 'posts'>[] {
  return [
    {
      id: 'picture',
      header: m.db_blog_picture(),
      area: 'lead',
      cell: ({ picture }) => <Thumb src={picture} />,
    },
    {
      id: 'name',
      header: m.db_blog_category_name(),
      area: 'main',
      sort: { up: 'name' },
      cell: ({ id, name }) => (
        <Link to="/blog-categories/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{name.fr}</bdi>
        </Link>
      ),
    },
    {
      id: 'link',
      header: m.db_blog_slug(),
      area: 'under',
      cell: ({ link }) => <bdi dir="ltr">{decodeURI(link)}</bdi>,
    },
    {
      id: 'position',
      header: m.db_blog_position(),
      align: 'end',
      cell: ({ position }) => <span className="num">{count(position)}</span>,
    },
    {
      id: 'posts',
      header: m.db_blog_posts_count(),
      align: 'end',
      area: 'aside',
      sort: { down: 'posts' },
      cell: ({ postsCount }) => <span className="num">{count(postsCount)}</span>,
    },
  ];
}
