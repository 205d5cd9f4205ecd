-- A process that stands still inside a transaction keeps its locks: shorter than the lease of a channel (25 s), so that
-- the process that follows it does not wait for them.
alter role parley_app set idle_in_transaction_session_timeout = '20s';
alter role parley_system set idle_in_transaction_session_timeout = '20s';

-- Transactions of accounts have had limits (120 s, 30 s for a lock). Statements that cross accounts are short or work in
-- slices; one that waits for ever keeps one of few connections.
alter role parley_system set statement_timeout = '300s';
alter role parley_system set lock_timeout = '30s';
