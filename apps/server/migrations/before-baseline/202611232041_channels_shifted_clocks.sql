-- Sandbox channels whose clock was set forward: their timers are due earlier.
create index channels_shifted on channels (client_id, id) where clock_offset_ms > 0;
