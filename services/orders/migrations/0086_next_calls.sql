-- Why: who was called in vain is called again at a moment that the employee chose, and the list of those is worked through by it.
-- Read of unreachable orders alone: a version from before leaves it where it was when it takes an order on.
ALTER TABLE orders ADD COLUMN next_call_at timestamptz;
