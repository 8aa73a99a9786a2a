// The storefront's own is web/public/service-worker.js.
