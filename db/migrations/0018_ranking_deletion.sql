-- Operators may delete a draft that fans never saw. A ranking with votes, a log or a result is referenced by those rows,
-- so the database itself refuses to delete it.
grant delete on ranking, ranking_terms to lightstick_app;
