-- The site that this database belongs to, from its first start on. A second site on the same database is refused: see
-- server/db/start/installation.ts. Only the owner of the tables writes it.
create table installation (
	id boolean primary key default true check (id),
	-- Origin under which fans reach the site.
	public_url text not null
);
