-- Operators may delete a draft that fans never saw. A ranking with votes, a log or a result is referenced by those rows,
-- so the database itself refuses to delete it.
grant delete on ranking, ranking_terms to lightstick_app;

-- Why the second operator approved or rejected a request, for the operator who made it.
alter table approval add decided_why text;
grant update (decided_why) on approval to lightstick_app;
