-- The databases of all services, with passwords from the environment (psql 14 or newer); see service-database.sql.
\getenv password CATALOG_DATABASE_PASSWORD
\set name souk_catalog
\ir service-database.sql
\getenv password ORDERS_DATABASE_PASSWORD
\set name souk_orders
\ir service-database.sql
\getenv password INVENTORY_DATABASE_PASSWORD
\set name souk_inventory
\ir service-database.sql
\getenv password PAYMENTS_DATABASE_PASSWORD
\set name souk_payments
\ir service-database.sql
\getenv password GATEWAY_DATABASE_PASSWORD
\set name souk_gateway
\ir service-database.sql
