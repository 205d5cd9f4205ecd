-- Who gets new conversations, as the contract's `assignmentRule`; null: nobody.
alter table clients add column assignment_rule jsonb
  constraint clients_assignment_rule check (assignment_rule is null or jsonb_typeof(assignment_rule) = 'object');
