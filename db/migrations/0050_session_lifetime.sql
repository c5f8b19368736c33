-- A session ends 180 days after it began, however often it is used. `expires_at` says both ends: 30 days after the last
-- use, or this. `used_at` is kept apart, because it can no longer be told from `expires_at`.

alter table session add column used_at timestamptz;

update session set expires_at = created_at + interval '180 days' where expires_at > created_at + interval '180 days';
