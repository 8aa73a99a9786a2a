-- One service's database and the role that owns it, made where missing; the role's password is set each time. Run by the
-- administrator of the server, through psql, with the variables `name` (of both) and `password`.
SELECT format('CREATE ROLE %I LOGIN', :'name') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'name') \gexec
ALTER ROLE :"name" PASSWORD :'password';
-- A server's administrator that isn't a superuser must be a member to give a database away.
GRANT :"name" TO CURRENT_USER;
SELECT format('CREATE DATABASE %I OWNER %I', :'name', :'name')
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'name') \gexec
REVOKE CONNECT, TEMPORARY ON DATABASE :"name" FROM PUBLIC;
