import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { BlogPostRow } from '../../data/types.ts';
import { useChoices } from '../../parts/choices.ts';
import { Thumb } from '../../parts/thumb.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { named, pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { blogPostsQuery } from './queries.ts';
import { type BlogPostState, blogPostList, STATES } from './search.ts';

const STATE_WORDS: Readonly<Record<BlogPostState, () => string>> = {
  published: m.db_blog_published,
  planned: m.db_blog_planned,
  draft: m.db_blog_draft,
};

const LOOKS = {
  category: pickOne({
    label: m.db_blog_category,
    all: m.db_blog_category_all,
    useChoices: () => named(useChoices('blogCategory')),
  }),
  state: pickOne<BlogPostState>({
    label: m.db_blog_state,
    all: m.db_blog_state_all,
    useChoices: () => STATES.map((state) => ({ value: state, label: STATE_WORDS[state]() })),
  }),
};

const SORT = pickOne<'title' | 'changed'>({
  label: m.db_blog_sort,
  all: m.db_blog_sort_default,
  useChoices: () => [
    { value: 'title', label: m.db_blog_sort_title() },
    { value: 'changed', label: m.db_blog_sort_changed() },
  ],
});

/** The posts of the blog, newest first, drafts too. */
export function BlogPostsPage() {
  const list = useList(blogPostList, blogPostsQuery);
  const { category } = list.search;
  return (
    <ListPage
      list={list}
      rows={({ posts }) => posts}
      columns={columns()}
      looks={LOOKS}
      words={m.db_blog_search()}
      sort={SORT}
      create={{ to: '/blog-posts/new', search: category ? { category } : {}, label: m.db_blog_post_new() }}
      empty={{ icon: ScrollText, title: m.db_blog_empty() }}
      none={{ title: m.db_blog_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<BlogPostRow, 'title' | 'changed'>[] {
  return [
    {
      id: 'picture',
      header: m.db_blog_picture(),
      area: 'lead',
      cell: ({ picture }) => <Thumb src={picture} />,
    },
    {
      id: 'title',
      header: m.db_blog_post_title(),
      area: 'main',
      sort: { up: 'title' },
      cell: ({ id, title }) => (
        <Link to="/blog-posts/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{title.fr}</bdi>
        </Link>
      ),
    },
    {
      id: 'category',
      header: m.db_blog_category(),
      area: 'under',
      cell: ({ category }) => <bdi>{category.fr}</bdi>,
    },
    {
      id: 'state',
      header: m.db_blog_state(),
      area: 'state',
      cell: ({ state }) => (
        <span
          className={state === 'published' ? `${stateStyles.state} ${stateStyles.ok}` : stateStyles.state}
        >
          {STATE_WORDS[state as BlogPostState]()}
        </span>
      ),
    },
    {
      id: 'published',
      header: m.db_blog_published_at(),
      align: 'end',
      area: 'aside',
      cell: ({ publishedAt }) => publishedAt && <bdi className="num">{dateTime(publishedAt)}</bdi>,
    },
  ];
}
