-- Who reads PostgreSQL's own figures, and nothing of the shop; made where missing, its password set each time.
\getenv password OBSERVER_DATABASE_PASSWORD
SELECT 'CREATE ROLE souk_observer LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'souk_observer') \gexec
ALTER ROLE souk_observer PASSWORD :'password';
GRANT pg_monitor TO souk_observer;
