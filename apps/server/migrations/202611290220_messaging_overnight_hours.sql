-- Working hours may end on the day after they begin, as 21:00 until 02:00.
create or replace function after_working_minutes(since timestamptz, minutes int, hours jsonb) returns timestamptz
language plpgsql stable as $$
declare
  zone text := hours->>'time_zone';
  first date := (since at time zone zone)::date;
  left_over interval := minutes * interval '1 minute';
  day date;
  range jsonb;
  begins timestamptz;
  ends timestamptz;
begin
  if not jsonb_path_exists(hours->'days', '$.*[*]') then return null; end if;
  for ahead in -1..400 loop
    day := first + ahead;
    continue when hours->'holidays' @> jsonb_build_array(jsonb_build_object('date', day::text));
    for range in select jsonb_array_elements(
      hours->'days'->((array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from day)::int])) loop
      begins := greatest(since, (day + (range->>'from')::time) at time zone zone);
      ends := (day + (case when range->>'to' < range->>'from' then 1 else 0 end) + (range->>'to')::time) at time zone zone;
      continue when ends <= begins;
      if left_over <= ends - begins then return begins + left_over; end if;
      left_over := left_over - (ends - begins);
    end loop;
  end loop;
  return null;
end $$;
