-- The databases of all services, with the passwords of their logins and owners from the environment; see service-database.sql;
-- and that of who reads all of them to see whether they agree.
\getenv password CATALOG_DATABASE_PASSWORD
\getenv owner_password CATALOG_OWNER_PASSWORD
\set name souk_catalog
\ir service-database.sql
\getenv password ORDERS_DATABASE_PASSWORD
\getenv owner_password ORDERS_OWNER_PASSWORD
\set name souk_orders
\ir service-database.sql
\getenv password INVENTORY_DATABASE_PASSWORD
\getenv owner_password INVENTORY_OWNER_PASSWORD
\set name souk_inventory
\ir service-database.sql
\getenv password PAYMENTS_DATABASE_PASSWORD
\getenv owner_password PAYMENTS_OWNER_PASSWORD
\set name souk_payments
\ir service-database.sql
\getenv password GATEWAY_DATABASE_PASSWORD
\getenv owner_password GATEWAY_OWNER_PASSWORD
\set name souk_gateway
\ir service-database.sql
\getenv password VERIFY_DATABASE_PASSWORD
ALTER ROLE souk_verify PASSWORD :'password';
