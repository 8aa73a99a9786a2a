-- What an employee has done to many things at once, kept while it is worked on and for a week after, so that neither a closed
-- page nor a restart loses what was done and what was not.
CREATE TABLE jobs (
    id              uuid PRIMARY KEY,
    employee_id     uuid NOT NULL REFERENCES staff (id) ON DELETE CASCADE,
    -- Names the submission: a repeat starts nothing more.
    idempotency_key text NOT NULL,
    -- Of what was submitted: another thing under the same key is refused.
    fingerprint     bytea NOT NULL CHECK (octet_length(fingerprint) = 32),
    -- What is done, and how: `order-step`, `shipped`.
    kind            text NOT NULL,
    detail          text NOT NULL,
    -- The request that started it, as the audit log tells it.
    address         text NOT NULL,
    request_id      text NOT NULL,
    total           integer NOT NULL CHECK (total > 0),
    done            integer NOT NULL DEFAULT 0,
    refused         integer NOT NULL DEFAULT 0,
    -- Moves with every change.
    version         bigint NOT NULL DEFAULT 1,
    -- Who works on it: each turn has the next number, and writes only while it is the present one.
    lease           bigint NOT NULL DEFAULT 0,
    leased_until    timestamptz NOT NULL,
    created_at      timestamptz NOT NULL,
    changed_at      timestamptz NOT NULL,
    ended_at        timestamptz,
    UNIQUE (employee_id, idempotency_key),
    CHECK (done >= 0 AND refused >= 0 AND done + refused <= total),
    CHECK ((ended_at IS NOT NULL) = (done + refused = total))
);
-- Those that wait for somebody to work on them.
CREATE INDEX jobs_open ON jobs (leased_until) WHERE ended_at IS NULL;
-- What changed of late is told; what is old is forgotten.
CREATE INDEX jobs_changed ON jobs (changed_at);
-- An employee's own, the newest first.
CREATE INDEX jobs_employee ON jobs (employee_id, created_at DESC);

CREATE TABLE job_rows (
    job_id   uuid NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    position integer NOT NULL,
    -- What it is done to, as people call it.
    subject  uuid NOT NULL,
    label    text NOT NULL,
    -- The version that the step is taken from.
    version  bigint NOT NULL,
    -- What is told with this row: a tracking number.
    input    jsonb NOT NULL,
    outcome  text NOT NULL DEFAULT 'waiting' CHECK (outcome IN ('waiting', 'done', 'refused')),
    -- Why it was refused.
    code     text NOT NULL DEFAULT '',
    -- How often nobody answered.
    tries    integer NOT NULL DEFAULT 0,
    PRIMARY KEY (job_id, position)
);
CREATE INDEX job_rows_waiting ON job_rows (job_id, position) WHERE outcome = 'waiting';
