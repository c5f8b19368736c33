#!/bin/sh
# Makes the two logins and the database, once, when the server's folder is new. Their passwords are those of the addresses.
set -eu
password_of() { sed -nE 's|^postgresql://[a-z]+:([A-Za-z0-9]+)@.*|\1|p' "/run/secrets/$1"; }
owner=$(password_of migrate_database_url)
site=$(password_of database_url)
if [ -z "$owner" ] || [ -z "$site" ]; then
	echo 'database_url and migrate_database_url need passwords of letters and digits' >&2
	exit 1
fi
psql --no-psqlrc --set=ON_ERROR_STOP=1 --set="owner=$owner" --set="site=$site" --username=postgres --dbname=postgres <<'SQL'
create role owner login password :'owner';
create role lightstick_app;
grant lightstick_app to owner;
create role site login password :'site' in role lightstick_app;
create database lightstick owner owner template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8';
SQL
