/** The categories of the blog, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FolderTree } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { blogCategoryList } from './search.ts';

const screen: ScreenInfo = { title: m.db_blog_categories_title, permission: 'content.write' };

export const blogCategories = createRoute({
  getParentRoute: () => root,
  path: '/blog-categories',
  validateSearch: blogCategoryList.validate,
  staticData: { screen: { ...screen, nav: { group: 'shop', order: 29, icon: FolderTree, isRare: true } } },
  component: lazyRouteComponent(() => import('./blog-categories-page.tsx'), 'BlogCategoriesPage'),
});

export const newBlogCategory = createRoute({
  getParentRoute: () => root,
  path: '/blog-categories/new',
  staticData: { screen: { ...screen, title: m.db_category_new } },
  component: lazyRouteComponent(() => import('./blog-category-page.tsx'), 'NewBlogCategoryPage'),
});

export const blogCategory = createRoute({
  getParentRoute: () => root,
  path: '/blog-categories/$id',
  staticData: { screen },
  component: lazyRouteComponent(() => import('./blog-category-page.tsx'), 'BlogCategoryPage'),
});
