-- A case is written after its votes, which are counted once they are held: on a distributed database no statement can write
-- both. The foreign key is looked at when the transaction commits, and the case's number is taken first.
-- locks: vote_case_vote one look at the catalog. No row is read.
alter table vote_case_vote alter constraint vote_case_vote_case_id_fkey deferrable initially deferred;
grant usage on sequence vote_case_case_id_seq to lightstick_app;
