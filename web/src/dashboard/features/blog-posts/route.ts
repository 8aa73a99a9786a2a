/** The posts of the blog, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { blogPostList } from './search.ts';

const screen: ScreenInfo = { title: m.db_blog_title, permission: 'content.write' };

export const blogPosts = createRoute({
  getParentRoute: () => root,
  path: '/blog-posts',
  validateSearch: blogPostList.validate,
  staticData: { screen: { ...screen, nav: { group: 'shop', order: 28, icon: ScrollText, isRare: true } } },
  component: lazyRouteComponent(() => import('./blog-posts-page.tsx'), 'BlogPostsPage'),
});

export const newBlogPost = createRoute({
  getParentRoute: () => root,
  path: '/blog-posts/new',
  validateSearch: ({ category }: Record<string, unknown>): { category?: string } =>
    typeof category === 'string' ? { category } : {},
  staticData: { screen },
  component: lazyRouteComponent(() => import('./blog-post-page.tsx'), 'NewBlogPostPage'),
});

export const blogPost = createRoute({
  getParentRoute: () => root,
  path: '/blog-posts/$id',
  staticData: { screen },
  component: lazyRouteComponent(() => import('./blog-post-page.tsx'), 'BlogPostPage'),
});
