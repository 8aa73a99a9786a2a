-- What staff changed in the services was noted after each request; from now on the services tell it with the change. What was
-- noted stays. The old table goes with the next release: this one's predecessor still writes to it.
INSERT INTO audit.log (id, at, employee_id, actor_name, roles, address, request_id, action,
                       subject_kind, subject_id, subject_name, before, after)
SELECT id, at, staff_id, staff_name, '{}', '', '', 'gateway.requested', 'request', path, method || ' ' || route, NULL,
       jsonb_build_object('status', status)
FROM public.audit;
