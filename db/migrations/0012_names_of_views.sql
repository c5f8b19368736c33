-- A name of sixty characters has more code points than sixty: an emoji is one of up to a dozen. The call bounds it.
alter table operator_saved_view drop constraint operator_saved_view_name_check;
