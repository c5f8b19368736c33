-- A case and a make-good are written after their rows, whose sum they keep: on a distributed database no statement can write
-- both. The foreign keys are looked at when the transaction commits, and the numbers are taken first.
-- locks: vote_case_vote one look at the catalog. No row is read.
-- locks: make_good_grant one look at the catalog. No row is read.
alter table vote_case_vote alter constraint vote_case_vote_case_id_fkey deferrable initially deferred;
alter table make_good_grant alter constraint make_good_grant_make_good_id_fkey deferrable initially deferred;
grant usage on sequence vote_case_case_id_seq, make_good_make_good_id_seq to lightstick_app;
