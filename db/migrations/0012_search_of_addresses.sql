-- The planner takes no statistics from an index with a condition, and guesses that one address of 200 fits. Among a million fans
-- it then walks through all of them for a search that the index answers.
create statistics fan_identity_email on (folded(login_email)) from fan_identity;
comment on statistics fan_identity_email is 'How rare the beginnings of verified addresses are: without it, the search for fans reads all of them.';
analyze fan_identity;
