/* The comparable form of a value: folded as names are, and short enough for an index. */
create or replace function field_sort_text(value text) returns text
  language sql immutable parallel safe as $$ select left(fold_text(value), 200) $$;

-- Only values that are folded otherwise than by case.
update contact_field_values v set value_text = field_sort_text(c.custom_fields->>(v.field_no::text))
  from contacts c
  where c.client_id = v.client_id and c.id = v.contact_id and octet_length(v.value_text) > length(v.value_text)
    and v.value_text <> field_sort_text(c.custom_fields->>(v.field_no::text));
