import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { FileText, ScrollText } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { folded } from '@/domain/folded.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as menuStyles from '@/ui/rich/menu.module.css';
import { api } from '../data/api.ts';
import { Phone } from '../parts/phone.tsx';
import { StatusLabel } from '../parts/status-label.tsx';
import type { NavEntry, NavGroup } from '../recipe/navigation.ts';
import { useAllowed } from '../session/use-session.ts';
import * as styles from './search-palette.module.css';

/** A search for products starts here (spec 9). */
const LEAST_LETTERS = 3;
const OFFERED = 12;

interface SearchPaletteProps {
  groups: readonly NavGroup[];
  onClose: () => void;
}

/** Screens, orders, customers, products, pages of text and posts by a few letters, from anywhere. */
export function SearchPalette({ groups, onClose }: SearchPaletteProps) {
  const [words, setWords] = useState('');
  const navigate = useNavigate();
  const open = (go: () => unknown) => () => {
    onClose();
    void go();
  };
  return (
    <Dialog open onClose={onClose} title={m.db_topbar_search()}>
      <Command shouldFilter={false} className={styles.palette}>
        <Command.Input
          className={fieldStyles.input}
          placeholder={m.db_topbar_search()}
          value={words}
          onValueChange={setWords}
        />
        <Command.List className={styles.paletteList}>
          <Pages groups={groups} words={words} onOpen={(to) => open(() => navigate({ to }))} />
          <Found
            words={words.trim()}
            onOrder={(id) => open(() => navigate({ to: '/orders/$id', params: { id } }))}
            onCustomer={(id) => open(() => navigate({ to: '/customers/$id', params: { id } }))}
            onProduct={(id) => open(() => navigate({ to: '/products/$id', params: { id } }))}
            onCmsPage={(id) => open(() => navigate({ to: '/cms-pages/$id', params: { id } }))}
            onBlogPost={(id) => open(() => navigate({ to: '/blog-posts/$id', params: { id } }))}
          />
        </Command.List>
      </Command>
    </Dialog>
  );
}

interface PagesProps {
  groups: readonly NavGroup[];
  words: string;
  onOpen: (to: NavEntry['to']) => () => void;
}

/** What is called just so comes first: `produits` means the products, not those that are waited for. */
function Pages({ groups, words, onOpen }: PagesProps) {
  const wanted = folded(words);
  return groups
    .flatMap((group) => group.entries)
    .map((entry) => ({ entry, at: folded(entry.label()).indexOf(wanted), length: entry.label().length }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => (wanted ? one.at - other.at || one.length - other.length : 0))
    .map(({ entry }) => (
      <Item key={entry.to} value={entry.to} onSelect={onOpen(entry.to)}>
        <entry.icon className="icon" aria-hidden />
        {entry.label()}
      </Item>
    ));
}

interface FoundProps {
  words: string;
  onOrder: (id: string) => () => void;
  onCustomer: (id: string) => () => void;
  onProduct: (id: string) => () => void;
  onCmsPage: (id: string) => () => void;
  onBlogPost: (id: string) => () => void;
}

function Found({ words, onOrder, onCustomer, onProduct, onCmsPage, onBlogPost }: FoundProps) {
  const allowed = useAllowed();
  const q = useDeferredValue(words);
  const params = { params: { query: { q, size: OFFERED } } };
  const isLongEnough = q.length >= LEAST_LETTERS;
  const orders = useQuery({
    ...api.queryOptions('get', '/dashboard/api/orders', params, { meta: { live: ['order', 'payment'] } }),
    enabled: isLongEnough && allowed('orders.read'),
  });
  const customers = useQuery({
    ...api.queryOptions('get', '/dashboard/api/customers', params, { meta: { live: ['order'] } }),
    enabled: isLongEnough && allowed('orders.read'),
  });
  const products = useQuery({
    ...api.queryOptions('get', '/dashboard/api/products', params, { meta: { live: ['product'] } }),
    enabled: isLongEnough && allowed('catalog.read'),
  });
  const cmsPages = useQuery({
    ...api.queryOptions('get', '/dashboard/api/cms-pages', params, { meta: { live: ['content'] } }),
    enabled: isLongEnough && allowed('content.write'),
  });
  const blogPosts = useQuery({
    ...api.queryOptions('get', '/dashboard/api/blog-posts', params, { meta: { live: ['content'] } }),
    enabled: isLongEnough && allowed('content.write'),
  });
  // What is typed by now was not asked yet.
  const asked = [orders, customers, products, cmsPages, blogPosts];
  const isKnown = q === words && !asked.some(({ isLoading, isError }) => isLoading || isError);
  return (
    <>
      <p className="small muted" role="status">
        {isKnown && (
          <Command.Empty asChild>
            <span>{m.db_topbar_search_none()}</span>
          </Command.Empty>
        )}
      </p>
      {orders.data?.orders.map((order) => (
        <Item key={order.id} value={order.id} onSelect={onOrder(order.id)}>
          <bdi className="ltr strong">{order.number}</bdi>
          <bdi className="clip">{order.customerFullName}</bdi>
          <StatusLabel status={order.status} />
        </Item>
      ))}
      {customers.data?.customers.map((customer) => (
        // Their id may be that of their newest order.
        <Item key={customer.id} value={`customer-${customer.id}`} onSelect={onCustomer(customer.id)}>
          <bdi className="strong clip">{customer.fullName}</bdi>
          <Phone digits={customer.phone} />
        </Item>
      ))}
      {products.data?.products.map((product) => (
        <Item key={product.id} value={product.id} onSelect={onProduct(product.id)}>
          <bdi className="strong clip">{product.name}</bdi>
          <bdi className="muted">{product.brand}</bdi>
        </Item>
      ))}
      {cmsPages.data?.pages.map(({ id, title, isActive }) => (
        <Item key={id} value={id} onSelect={onCmsPage(id)}>
          <FileText className="icon" aria-hidden />
          <bdi className="strong clip">{title.fr}</bdi>
          <span className="muted">{isActive ? m.db_topbar_search_page() : m.db_cms_draft()}</span>
        </Item>
      ))}
      {blogPosts.data?.posts.map(({ id, title, category, state }) => (
        <Item key={id} value={id} onSelect={onBlogPost(id)}>
          <ScrollText className="icon" aria-hidden />
          <bdi className="strong clip">{title.fr}</bdi>
          <bdi className="muted">{category.fr}</bdi>
          {state === 'draft' && <span className="muted">{m.db_blog_draft()}</span>}
        </Item>
      ))}
    </>
  );
}

function Item({ value, onSelect, children }: { value: string; onSelect: () => void; children: ReactNode }) {
  return (
    <Command.Item className={menuStyles.item} value={value} onSelect={onSelect}>
      {children}
    </Command.Item>
  );
}
