-- Proofs that a vote is held by witnesses: which leaf of the anchor tells of which log, and the last checkpoint that
-- enough witnesses have cosigned. Between two rounds of the witnesses, the newest checkpoint has no cosignatures yet.
alter table anchor_leaf
	add ranking_id integer references ranking,
	-- Leaves of that ranking's log which the leaf tells of.
	add log_size bigint,
	add check ((ranking_id is null) = (log_size is null));

update anchor_leaf set ranking_id = ranking.ranking_id, log_size = split_part(line, ' ', 4)::bigint
from (select index, convert_from(leaf, 'UTF8') as line from anchor_leaf where kind in ('cp', 'result')) told
join ranking on ranking_key = regexp_replace(split_part(line, ' ', 3), '^.*/', '')
where anchor_leaf.index = told.index;

create index anchor_leaf_log on anchor_leaf (ranking_id, log_size) where ranking_id is not null;

alter table anchor_log
	add witnessed_size bigint not null default 0,
	-- With the lines of the cosignatures.
	add witnessed_checkpoint text,
	add check ((witnessed_checkpoint is null) = (witnessed_size = 0)),
	add check (witnessed_size <= published_size);
