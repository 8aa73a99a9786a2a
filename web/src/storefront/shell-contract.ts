/**
 * What the gateway's HTML pages and this app agree on. The gateway renders head, a readable body and the first
 * answers; the app takes the same `#root` over. A change here is a change of `services/gateway/src/pages`.
 *
 * **Elements.** `<html lang dir>` by the path's prefix (`/ar`, `/en`, none for French). `<div id="root">` holds
 * the readable body with the app's own classes, by the names that the build gives them: `main.wrap`, `.card_price`, `.grid > .card`
 * (docs/adr/0033; `check-css-modules` and the gateway's tests find one that no sheet has).
 * A block of the home page is `.module_all > [data-size]` with one element in it, which stands until the app makes its own.
 * `<style data-sheet="/assets/…css">` is a sheet that the page would load (`lib/written-sheets.ts`).
 * `<script id="__q" type="application/json">` holds `[[queryKey, data], …]`, escaped for HTML.
 *
 * **Query keys** are those of openapi-react-query, `[method, path, init]`, with `path` the OpenAPI template:
 *
 * | page | keys |
 * |---|---|
 * | every page | `["settings"]`, `["get", "/web/public/api/menus"]` |
 * | `/` | `["get", "/web/public/api/home"]` |
 * | `/catalog/category/{slug}` | `["get", "/web/public/api/category/products/{category}", {"params": {"path": {"category": slug}, "query": Q}}]` |
 * | `/catalog/brands/{slug}` | `["get", "/web/public/api/brand/products/{brand}", {"params": {"path": {"brand": slug}, "query": Q}}]` |
 * | `/catalog/brandlines/{slug}` | `["get", "/web/public/api/brandLine/products/{brandLine}", {"params": {"path": {"brandLine": slug}, "query": Q}}]` |
 * | `/catalog/collections/{slug}` | `["get", "/web/public/api/collection/products/{collection}", {"params": {"path": {"collection": slug}, "query": Q}}]` |
 * | `/promotions/{id}` | `["get", "/web/public/api/promotions/products/{discount}", {"params": {"path": {"discount": id}, "query": Q}}]` |
 * | `/featured`, `/new` | `["get", "/web/public/api/featured/products", {"params": {"query": Q}}]`, `…/new/products` |
 * | `/search?q=` | `["get", "/web/public/api/search/products", {"params": {"query": {"q": words, …Q}}}]` |
 * | `/catalog/product/{category}/{slug}` | `["get", "/web/public/api/product/{slug}", {"params": {"path": {"slug": slug}}}]` |
 * | `/blog` | `["get", "/web/public/api/blog/posts", {"params": {"query": P}}]` |
 * | `/blog/categories/{slug}` | `["get", "/web/public/api/blog/category/{slug}", {"params": {"path": {"slug": slug}, "query": P}}]` |
 * | `/blog/{slug}` | `["get", "/web/public/api/blog/post/{slug}", {"params": {"path": {"slug": slug}}}]` |
 * | `/preview/{token}` | `["get", "/web/public/api/draft/{token}", {"params": {"path": {"token": token}}}]` |
 * | `/pages/{slug}` | `["get", "/web/public/api/cms-page/{slug}", {"params": {"path": {"slug": slug}}}]` |
 *
 * `Q` is an object of what differs from the defaults: `page` and `size` as numbers, `sort`, `priceMin` and
 * `priceMax` as texts, each filter as an array of texts even when it has one value. It is `{}` for the plain page.
 * `P` is of it `page` and `size` alone.
 * The visitor's session is never in a page: pages are the same for everybody, so the app asks for it.
 */

/** Where the app renders, and where the page's readable body is until then. */
export const ROOT_ID = 'root';
