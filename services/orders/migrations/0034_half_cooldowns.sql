-- Why: a cooldown begins for the visitor and the phone of an order that is stored, or for neither. The statement that places orders
-- takes both rows before it knows that another order took one of them meanwhile; then it fails with this and leaves nothing.
CREATE FUNCTION refuse_half_cooldown() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'an order that is not stored would begin a cooldown' USING ERRCODE = 'SK001';
END
$$;
