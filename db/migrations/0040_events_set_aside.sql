-- Why an event of the payment provider was not used: it is of another product on the same account, of test mode on a
-- live site, or of a shape that we do not know. Null: it was used, or told nothing that concerns us.
alter table payment_event add column set_aside text;
create index payment_event_set_aside on payment_event (received_at) where set_aside is not null;
