-- Runs that failed by themselves, apart from those whose process was killed: both since something was last committed.
alter table jobs add column failures int not null default 0;
